import type { Outcome } from '../../change/change-notes.ts'
import { titleOf } from '../../notes/kinds.ts'
import {
  type ChangeRequest,
  changeProject as changeOpenProject,
  changeToJson,
  diffOf,
  type ProjectChange,
} from '../../project/change.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, diffText, remark, report } from '../print/output.ts'
import type { Context } from '../program/command.ts'

type Request = Omit<ChangeRequest, 'command' | 'allowSecret'>

/** Changes the notes file. Writes a secret only if the command line says why. */
export const changeProject = (context: Context, request: Request): Promise<ProjectChange> =>
  changeOpenProject(context, {
    ...request,
    command: context.command,
    allowSecret: context.allowSecret,
  })

/** Changes the notes and reports the outcome of each intent. A dry run prints the diff. */
export async function changeAndReport(context: Context, request: Request): Promise<0> {
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

/**
 * Prints dropped parts to standard error, so that a script that reads the results does not mistake them for written
 * ones.
 */
export function sayDropped(context: Context, { dropped }: ProjectChange): void {
  if (!context.json) remark(context, dropped)
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
