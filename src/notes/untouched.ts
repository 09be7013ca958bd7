import { slice } from '../markdown/document.ts'
import { tally } from '../markdown/group-by.ts'
import type { Notes, NotesRecord } from './notes.ts'

/** A file, or the part of one that a change can affect. */
export type Read = Pick<Notes, 'document' | 'records'>

/**
 * Compares records before and after a change: every untouched record must still exist, byte for byte. `lost` is the
 * first that does not. `fresh` are the records that did not exist before.
 */
export function compareUntouched(
  before: Read,
  after: Read,
  isTouched: (record: NotesRecord) => boolean,
): { readonly fresh: readonly NotesRecord[]; readonly lost: string | undefined } {
  const untouched = before.records.filter(record => !isTouched(record))
  const kept = tally(untouched.map(record => verbatim(before, record)))
  const fresh = after.records.filter(record => {
    const key = verbatim(after, record)
    const left = kept.get(key) ?? 0
    if (left > 0) kept.set(key, left - 1)
    return left === 0
  })
  const [lost] = [...kept].find(([, count]) => count > 0) ?? []
  return { fresh, lost }
}

/**
 * The source of a record with line feeds as line endings, for comparison: a moved record takes the line endings of its
 * new place, and edits cannot change line endings anywhere else.
 */
export function verbatim({ document }: Pick<Read, 'document'>, record: NotesRecord): string {
  return `${record.kind}: ${slice(document, record.span).replaceAll(/\r\n|\r/g, '\n')}`
}
