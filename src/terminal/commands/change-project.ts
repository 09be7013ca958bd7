import type { Outcome } from '../../change/change-notes.ts'
import { titleOf } from '../../notes/kinds.ts'
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

/** Changes the notes file. Writes a secret only if the command line says why. */
export const changeProject = (context: Context, request: ChangeRequest): Promise<ProjectChange> =>
  changeOpenProject(context, { ...request, allowSecret: context.allowSecret })

/** Changes the notes and reports the outcome of each intent. A dry run prints the diff. */
export async function changeAndReport(context: Context, request: ChangeRequest): Promise<0> {
  const change = await changeProject(context, request)
  report(context, {
    json: changeToJson(change, request),
    lines: request.dryRun
      ? [diffText(context, diffOf(change))]
      : [...change.notes, ...columns(change.outcomes.map(describe))],
  })
  sayDropped(context, change)
  return 0
}

/** The `--json` fields that all commands that write have in common. */
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

/**
 * Prints to standard error, so that a script that reads the results does not mistake dropped parts for written ones.
 */
export function sayDropped({ json, host }: Context, { dropped }: ProjectChange): void {
  if (!json) for (const remark of dropped) host.err(shown(`note: ${oneLine(remark, 600)}\n`))
}

function outcomeToJson({ status, record, removed, handle, document }: Outcome) {
  if (removed !== undefined) return { status, handle, kind: removed.kind, title: titleOf(removed) }
  return { status, ...(record === undefined ? {} : { record: recordToJson(document, record, handle) }) }
}

const STATUS_TEXT = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'already there',
} as const

export function describe({ status, record: now, removed, handle = '' }: Outcome): readonly string[] {
  const record = now ?? removed
  if (record === undefined) return [STATUS_TEXT[status]]
  const lead = [record.id, titleOf(record)].filter(part => part !== undefined).join('  ')
  return [STATUS_TEXT[status], handle, record.kind, oneLine(lead)]
}
