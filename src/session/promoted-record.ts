import type { Notes, NotesRecord } from '../protocol/notes.ts'
import type { Promotion, RecordName } from './pad.ts'

/** By what a record is found again after others came and went: ids and lines are given to the next one. */
export function nameOfRecord(record: NotesRecord): RecordName {
  const at = 'at' in record ? record.at?.text : undefined
  return { title: titleIn(record), ...(at === undefined ? {} : { at }) }
}

/** The record that a promotion made, open, done, superseded or archived; undefined when it is no longer there. */
export function promotedRecord(notes: Notes, { as, record: name }: Promotion): NotesRecord | undefined {
  if (name === undefined) return undefined
  const kinds = as === 'decision' ? ['decision', 'archive'] : [as]
  return notes.records.find(record => kinds.includes(record.kind) && isNamed(record, name))
}

function isNamed(record: NotesRecord, { title, at }: RecordName): boolean {
  const found = titleIn(record)
  // What is done may say how, behind its title; a decision keeps its time when somebody words it better.
  if ('done' in record && record.done && found.startsWith(title)) return true
  return found === title || (at !== undefined && 'at' in record && record.at?.text === at)
}

const titleIn = (record: NotesRecord): string => ('title' in record ? (record.title ?? '') : '')
