import { slice } from '../document/document.ts'
import { NotesError } from '../error.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'

/**
 * Holds what a change promises: every record that it was not about is there as before, byte for byte, and the
 * only others are those that it was to leave. Anything else is a mistake of ours, and nothing is written.
 */
export function changedRecords(
  before: Notes,
  after: Notes,
  touched: ReadonlySet<NotesRecord>,
): readonly NotesRecord[] {
  const { fresh, harm } = compareRecords(before, after, touched)
  if (harm !== undefined) throw refused(harm)
  return fresh
}

/** A file, or the part of one that a change can be about. */
export type Read = Pick<Notes, 'document' | 'records'>

/** The records that were not there before, and what would happen to others that must not. */
export function compareRecords(
  before: Read,
  after: Read,
  touched: ReadonlySet<NotesRecord>,
): { readonly fresh: readonly NotesRecord[]; readonly harm: string | undefined } {
  const kept = new Map<string, number>()
  for (const record of before.records) {
    if (touched.has(record)) continue
    const key = keyOf(before, record)
    kept.set(key, (kept.get(key) ?? 0) + 1)
  }
  const fresh = after.records.filter(record => {
    const key = keyOf(after, record)
    const left = kept.get(key) ?? 0
    if (left > 0) kept.set(key, left - 1)
    return left === 0
  })
  const [lost] = [...kept].find(([, count]) => count > 0) ?? []
  if (lost !== undefined) return { fresh, harm: `it would change ${lost.slice(0, 80)}` }
  const damages = after.document.damage.length > before.document.damage.length
  return { fresh, harm: damages ? 'it would leave the file damaged' : undefined }
}

/** Line endings aside: a moved record takes those of its new place. */
function keyOf({ document }: Read, record: NotesRecord): string {
  return `${record.kind}: ${slice(document, record.span).replaceAll(/\r\n|\r/g, '\n')}`
}

export function refused(why: string): NotesError {
  return new NotesError(
    'not-written',
    `This cannot be written so that it reads back the same: ${why}`,
    'Nothing was changed. Put it in other words, or edit the file by hand and report what you wrote',
  )
}
