import { NotesError } from '../error.ts'
import type { Notes, NotesRecord } from '../protocol/notes.ts'
import { compareUntouched, type Read } from '../protocol/untouched.ts'

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

/** The records that were not there before, and why the change must not be written. */
export function compareRecords(
  before: Read,
  after: Read,
  touched: ReadonlySet<NotesRecord>,
): { readonly fresh: readonly NotesRecord[]; readonly harm: string | undefined } {
  const { fresh, lost } = compareUntouched(before, after, record => touched.has(record))
  if (lost !== undefined) return { fresh, harm: `it would change ${lost.slice(0, 80)}` }
  const damages = after.document.damage.length > before.document.damage.length
  return { fresh, harm: damages ? 'it would leave the file damaged' : undefined }
}

export function refused(why: string): NotesError {
  return new NotesError(
    'not-written',
    `This cannot be written so that it reads back the same: ${why}`,
    'Nothing was changed. Put it in other words, or edit the file by hand and report what you wrote',
  )
}
