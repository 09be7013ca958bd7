import type { NotesRecord, ReadOptions } from '../../notes/notes.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import { clip } from '../layout/clip.ts'
import {
  belowHead,
  type Level2Result,
  type Placed,
  type PrintOptions,
  printRecords,
} from '../layout/print-records.ts'
import { damageNotice } from '../read/damage-notice.ts'
import { LAST_DECISIONS, newestFirst } from '../read/newest.ts'
import type { Outline } from '../read/outline.ts'
import { entryPart, newestEntries, ownPart } from '../read/outline.ts'
import { type ReadPart, readParts } from '../read/read-part.ts'

const NEEDED: ReadonlySet<SectionKind> = new Set(['decision-log', 'blockers', 'questions'])

/** No budget holds more records. */
const MAX_RECORDS = 40

/** Level 2 without a search: the newest decisions, the blockers and the open questions. */
export function level2Newest(
  text: string,
  known: readonly Outline[] | ReadPart,
  options: ReadOptions & PrintOptions,
  why: string,
): Level2Result {
  const part = 'notes' in known ? known : readNewest(text, known, options)
  const { lineAt, damage } = part
  const found = newestOf(part)
  const said =
    found.length === 0 ? `${why}, and no decision, blocker or question` : `${why}; the newest records:`
  const head = [...(damage === undefined ? [] : [damageNotice(damage, lineAt)]), said].join('\n')
  if (found.length > 0) return belowHead(head, options, left => printRecords(part, found, found.length, left))
  return { text: clip(head, options.budget / options.factor - 1) ?? '…', shown: [], more: 0, lineAt }
}

/** Reads more of the older entries until one is in force. */
function readNewest(text: string, outline: readonly Outline[], options: ReadOptions): ReadPart {
  const needed = outline.filter(({ section }) => NEEDED.has(section.kind))
  const entries = needed.flatMap(part => part.entries)
  for (let many = MAX_RECORDS; ; many *= 8) {
    const chosen = newestEntries(text, entries, many)
    const part = readParts(text, [...needed.flatMap(ownPart), ...chosen.flatMap(entryPart)], options)
    if (chosen.length === entries.length || part.notes.records.some(isInForce)) return part
  }
}

const isInForce = (record: NotesRecord): boolean =>
  record.kind === 'decision' && record.status !== 'superseded'

/** The newest decisions, then open blockers and questions, then older decisions. */
function newestOf({ notes: { records }, placeOf }: ReadPart): Placed[] {
  const inForce = newestFirst(records.filter(record => record.kind === 'decision')).filter(isInForce)
  const open = (kind: NotesRecord['kind']): NotesRecord[] =>
    records.filter(record => record.kind === kind && 'done' in record && !record.done)
  return [
    ...inForce.slice(0, LAST_DECISIONS),
    ...open('blocker'),
    ...open('question'),
    ...inForce.slice(LAST_DECISIONS),
  ]
    .slice(0, MAX_RECORDS)
    .map(record => ({ record, span: placeOf(record) }))
}
