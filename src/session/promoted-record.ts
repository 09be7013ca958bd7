import type { Notes, NotesRecord } from '../protocol/notes.ts'
import type { Promotion, RecordName } from './pad.ts'

/**
 * Names a record so that it can be found again after others were added or removed: ids and line numbers get reused.
 */
export function nameOfRecord(record: NotesRecord): RecordName {
  const at = 'at' in record ? record.at?.text : undefined
  return { title: titleIn(record), ...(at === undefined ? {} : { at }) }
}

/** The record made by a promotion: open, done, superseded or archived. Undefined when it no longer exists. */
export function promotedRecord(notes: Notes, { as, record: name }: Promotion): NotesRecord | undefined {
  if (name === undefined) return undefined
  const kinds = as === 'decision' ? ['decision', 'archive'] : [as]
  return notes.records.find(record => kinds.includes(record.kind) && isNamed(record, name))
}

function isNamed(record: NotesRecord, { title, at }: RecordName): boolean {
  const found = titleIn(record)
  // A done record may add a note after its title; a decision keeps its time when its title is reworded.
  if ('done' in record && record.done && found.startsWith(title)) return true
  return found === title || (at !== undefined && 'at' in record && record.at?.text === at)
}

const titleIn = (record: NotesRecord): string => ('title' in record ? (record.title ?? '') : '')
