import type { Outcome } from '../../change/change-notes.ts'
import { titleOf } from '../../notes/find.ts'
import { recordToJson } from '../../notes/to-json.ts'
import {
  type ChangeRequest,
  changeProject as changeOpenProject,
  diffOf,
  type ProjectChange,
} from '../../project/change.ts'
import { shown } from '../../safety/door.ts'
import type { Context } from '../program/context.ts'
import { columns, diffText, oneLine, report } from '../program/output.ts'

/** Changes the notes file; a secret is written only when the command line says why. */
export const changeProject = (context: Context, request: ChangeRequest): Promise<ProjectChange> =>
  changeOpenProject(context, { ...request, allowSecret: context.allowSecret })

/** Changes the notes and says what became of each intent; a dry run shows the difference. */
export async function changeAndReport(context: Context, request: ChangeRequest): Promise<0> {
  const change = await changeProject(context, request)
  report(context, {
    json: changeToJson(change, request),
    lines: request.dryRun
      ? [diffText(diffOf(change))]
      : [...change.notes, ...columns(change.outcomes.map(describe))],
  })
  sayDropped(context, change)
  return 0
}

/** What every command that writes answers with `--json`, whatever more it has to say. */
export function changeToJson(change: ProjectChange, { dryRun = false }: Pick<ChangeRequest, 'dryRun'>) {
  const { path, before, text, notes, dropped, outcomes } = change
  const remarks = [...notes, ...dropped]
  return {
    file: path,
    changed: !dryRun && before !== text,
    ...(dryRun ? { dryRun: true, diff: diffOf(change) } : {}),
    results: outcomes.map(outcomeToJson),
    ...(remarks.length === 0 ? {} : { remarks }),
  }
}

/** Not among what was done: a script that reads only that must not take it for done. */
export function sayDropped({ json, host }: Context, { dropped }: ProjectChange): void {
  if (!json) for (const remark of dropped) host.err(shown(`note: ${oneLine(remark, 600)}\n`))
}

function outcomeToJson({ status, record, document }: Outcome) {
  return { status, ...(record === undefined ? {} : { record: recordToJson(document, record) }) }
}

const SAID = { added: 'added', changed: 'changed', removed: 'removed', unchanged: 'already there' } as const

function describe({ status, record, document }: Outcome): readonly string[] {
  if (record === undefined) return [SAID[status]]
  const lead = [record.id, titleOf(record)].filter(part => part !== undefined).join('  ')
  return [SAID[status], `L${document.lines.lineAt(record.span.start)}`, record.kind, oneLine(lead)]
}
