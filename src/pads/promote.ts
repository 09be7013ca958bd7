import { NotesError } from '../error.ts'
import type { Notes, NotesRecord } from '../notes/notes.ts'
import { written } from '../notes/text/timestamp.ts'
import { fieldsGiven, ifGiven, textGiven } from './given.ts'
import { isSamePromotion, type Pad, type Planned, type Promotion, type RecordName } from './pad.ts'

/** Text from a pad that the user wants to keep. */
export interface Selection {
  /** Verbatim from the pad. */
  readonly text: string
  readonly card?: string
}

export function selectionGiven(value: unknown): Selection {
  const fields = fieldsGiven(value, 'a selection')
  const card = ifGiven(fields.card, '`card` of a selection', textGiven)
  return {
    text: textGiven(fields.text, '`text` of a selection'),
    ...(card === undefined ? {} : { card }),
  }
}

export function recordNameGiven(value: unknown): RecordName | undefined {
  if (value === undefined) return undefined
  const { title, at } = fieldsGiven(value, 'the record of a promotion')
  const when = ifGiven(at, '`at` of the record of a promotion', textGiven)
  return {
    title: textGiven(title, '`title` of the record of a promotion'),
    ...(when === undefined ? {} : { at: when }),
  }
}

/**
 * Finds a selection: `note_…` is a card, `L3` and `L3-5` are lines of the notes, anything else is text from the
 * pad.
 */
export function selectText(pad: Pad, wanted: string): Selection {
  const card = pad.cards.get(wanted)
  if (card !== undefined) return { text: card.content, card: card.id }
  const lines = /^L(\d+)(?:-L?(\d+))?$/.exec(wanted)
  if (lines !== null) return { text: linesOf(pad.notes, Number(lines[1]), Number(lines[2] ?? lines[1])) }
  const holder = [pad.notes, pad.plan, ...pad.refs].find(
    text => wanted.trim() !== '' && text.includes(wanted),
  )
  if (holder !== undefined) return { text: wanted }
  const inCard = [...pad.cards.values()].find(
    ({ content }) => wanted.trim() !== '' && content.includes(wanted),
  )
  if (inCard !== undefined) return { text: wanted, card: inCard.id }
  throw new NotesError(
    'not-found',
    'That text is not in the pad',
    'Give the id of a card, a line of the notes (L3, L3-5), or some text exactly as it is in the pad',
  )
}

function linesOf(notes: string, from: number, to: number): string {
  const lines = notes.split('\n')
  if (from >= 1 && to >= from && to <= lines.length) {
    const text = lines.slice(from - 1, to).join('\n')
    if (text.trim() !== '') return text
  }
  throw new NotesError(
    'not-found',
    `The notes have no text at ${from === to ? `line ${from}` : `lines ${from} to ${to}`}`,
    notes === ''
      ? 'They are empty: `notes pad append TEXT` adds to them'
      : `They have lines 1 to ${lines.length}; \`notes pad\` numbers them`,
  )
}

export const promotionOf = ({ promoted }: Pad, selection: Selection, as: string): Promotion | undefined =>
  promoted.find(known => isSamePromotion(known, { ...selection, as }))

/** Marks a selection as promoted. Marks it again if it became another record because the first one is gone. */
export function markPromoted(
  pad: Pad,
  selection: Selection,
  { as, record }: { readonly as: string; readonly record: RecordName | undefined },
  now: Date,
): Planned<boolean> {
  const before = promotionOf(pad, selection, as)
  const isKnown =
    before !== undefined &&
    (record === undefined || (before.record?.title === record.title && before.record.at === record.at))
  if (isKnown) return { changes: [], answer: false }
  const promotion = { ...selection, as, ...(record === undefined ? {} : { record }), at: now.toISOString() }
  return { changes: [{ key: 'promoted', promotion }], answer: true }
}

/** Strips the list, task, heading or quote marker from a line. */
export const withoutMarker = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#{1,6}\s+|(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|>\s+)/, '')
    .trim()

/**
 * Names a record so that it can be found again after others were added or removed: ids and line numbers get reused.
 */
export function nameOfRecord(record: NotesRecord): RecordName {
  const at = written(record.at)?.text
  return { title: titleIn(record), ...(at === undefined ? {} : { at }) }
}

/** The record that a promotion made, whether open, done, superseded or archived. Undefined when it no longer exists. */
export function promotedRecord(notes: Notes, { as, record: name }: Promotion): NotesRecord | undefined {
  if (name === undefined) return undefined
  const kinds = as === 'decision' ? ['decision', 'archive'] : [as]
  return notes.records.find(record => kinds.includes(record.kind) && isNamed(record, name))
}

function isNamed(record: NotesRecord, { title, at }: RecordName): boolean {
  const found = titleIn(record)
  // A done record may have a note after its title; a decision keeps its time when its title is reworded.
  if ('done' in record && record.done && found.startsWith(title)) return true
  return found === title || (at !== undefined && written(record.at)?.text === at)
}

const titleIn = (record: NotesRecord): string => ('title' in record ? (record.title ?? '') : '')
