import type { Outcome } from '../change/change-notes.ts'
import { titleOf } from '../notes/kinds.ts'
import { recordToJson } from '../notes/to-json.ts'
import { type ChangeRequest, diffOf, type ProjectChange } from './change.ts'

/** Returns a change as data: the `--json` of every command that writes, and the result of every tool that writes. */
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

function outcomeToJson({ status, record, removed, handle, document }: Outcome) {
  if (removed !== undefined) return { status, handle, kind: removed.kind, title: titleOf(removed) }
  return { status, ...(record === undefined ? {} : { record: recordToJson(document, record, handle) }) }
}
