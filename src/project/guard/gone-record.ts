import { type Handle, handleOf } from '../../notes/handle.ts'
import { type KindName, kindOf, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'

/** A record that one text has and another lacks. */
export interface GoneRecord {
  readonly kind: KindName
  readonly handle: Handle
  readonly title: string
}

export const toGone = (notes: Notes, record: NotesRecord): GoneRecord => ({
  kind: record.kind,
  handle: handleOf(notes, record),
  title: titleOf(record),
})

/** Prints the number of records of each kind: `2 decisions and 1 blocker`. */
export function countRecords(records: readonly GoneRecord[]): string {
  const counts = [...new Set(records.map(({ kind }) => kind))].map(kind => {
    const count = records.filter(record => record.kind === kind).length
    const { one, many } = kindOf({ kind }).words
    return `${count} ${count === 1 ? one : many}`
  })
  return counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : (counts[0] ?? '')
}
