import { agree } from '../notes/kind.ts'
import { type Draft, type NotesRecord, writingOf } from '../notes/kinds.ts'

/** Is the record the one that a draft would be? The same content twice is one record. */
export const isThere = (draft: Draft, record: NotesRecord): boolean =>
  isOpen(record) && sameIdentity(draft, record)

/** The same between two drafts of one run too. */
export function sameIdentity(draft: Draft, other: Draft | NotesRecord): boolean {
  if (draft.kind !== other.kind) return false
  const { identity } = writingOf(draft.kind)
  const there = identity(other)
  return identity(draft).every((text, index) => text === undefined || agree(text, there[index]))
}

/** Does a record hold everything that a draft was to say? */
export const holds = (draft: Draft, record: NotesRecord): boolean =>
  isThere(draft, record) && writingOf(draft.kind).says?.(draft, record) !== false

const isOpen = (record: NotesRecord): boolean => !('done' in record && record.done)

/** A draft's cells by column name, for a table whose columns are `names`. */
export const cellValues = (draft: Draft, names: readonly string[]): Readonly<Record<string, string>> =>
  writingOf(draft.kind).cells?.(draft, names) ?? textsIn(draft)

const textsIn = (draft: Draft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )

/** A draft as the text of a bullet: what stands behind the mark and the box. */
export const bulletText = (draft: Draft): string => writingOf(draft.kind).bullet(draft)
