import { NotesError } from '../error.ts'
import { damageWords } from '../markdown/damage.ts'
import type { Document } from '../markdown/document.ts'
import type { Edit } from '../markdown/edit.ts'
import type { Notes, NotesRecord } from '../notes/notes.ts'
import { compareUntouched } from '../notes/untouched.ts'

/** Throws if the file is damaged, since the text after the damage may not be what it looks like. */
export function refuseDamage({ document }: Notes, where = 'Line', path?: string): void {
  const [first] = document.damage
  if (first === undefined) return
  const line = document.lines.lineAt(first.span.start)
  const { what, repair, repairIt = repair } = damageWords[first.kind]
  throw new NotesError('damaged', `${where} ${line} has ${what}`, `${repairIt}, then run this again`, {
    span: first.span,
    path,
  })
}

/**
 * Throws if a record outside the change is not the same byte for byte, or if the file would be damaged: that is a bug,
 * and nothing is written.
 */
export function refuseHarm(before: Notes, after: Notes, touched: ReadonlySet<NotesRecord>): void {
  const { harm } = compareRecords(before, after, touched)
  if (harm !== undefined) throw refused(harm)
}

/** The new records, and the reason why the change must not be written, if any. */
export function compareRecords(
  before: Notes,
  after: Notes,
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
    `This was not written, because ${why}`,
    'Nothing was changed. Rephrase it, or edit the file by hand and report what you wrote',
  )
}

/** The document before some edits, but reporting the line numbers as they are after them. */
export function movedLines(document: Document, edits: readonly Edit[]): Document {
  const { text, lines } = document
  const moves = edits.map(({ span, text: written }) => ({
    end: span.end,
    by: count(written) - count(text.slice(span.start, span.end)),
  }))
  const by = (offset: number): number =>
    moves.reduce((sum, move) => (move.end <= offset ? sum + move.by : sum), 0)
  return {
    ...document,
    lines: {
      count: lines.count + by(text.length),
      lineAt: offset => lines.lineAt(offset) + by(offset),
      place: offset => ({ ...lines.place(offset), line: lines.place(offset).line + by(offset) }),
      range: span => {
        const { from, to } = lines.range(span)
        return { from: from + by(span.start), to: to + by(span.start) }
      },
      // A moved line number has no offset in this text.
      startOf: () => undefined,
    },
  }
}

const count = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0
