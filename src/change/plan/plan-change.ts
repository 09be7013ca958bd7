import type { Item, Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../markdown/scan/leaf.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { GOAL_NOTES } from '../../notes/kinds/goal.ts'
import {
  type Finishable,
  type Linkable,
  type NotesRecord,
  type RecordOf,
  writingOf,
} from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import { readFields } from '../../notes/text/fields.ts'
import { decodeCell, encodeCell, encodeText } from '../../notes/text/inline.ts'
import { encodeNote, fieldBelow, matchingOpen, splitNotes } from '../../notes/text/items.ts'
import { readTables } from '../../notes/text/rows.ts'
import { beforeLineEnd, withBlankLines } from '../take-out.ts'

/** Ticks a checkbox, strikes through a row, or marks a bullet without a checkbox as resolved. */
export function planFinish(notes: Notes, record: RecordOf<Finishable>, how: string | undefined): Edit[] {
  const { text } = notes.document
  const tail = how === undefined ? [] : [insert(wordsEnd(notes, record), ` — ${encodeText(how)}`)]
  const cell = cellOf(notes, record, 'title')
  if (cell !== undefined) {
    const status = cellOf(notes, record, 'status')
    if (status !== undefined)
      return [fillCell(notes, status, how === undefined ? 'done' : `done — ${encodeCell(how)}`)]
    const said = text.slice(cell.start, cell.end)
    // A `~~` in the reason would extend the strikethrough.
    const ended = how === undefined ? '' : ` — ${encodeCell(how).replaceAll('~~', '&#126;~')}`
    return [replace(cell, `~~${said}~~${ended}`)]
  }
  const item = itemOf(record)
  // A field below the bullet: `- Status: in progress`.
  const status = item && fieldBelow(text, item, ['status'])
  const over = status === undefined ? [] : [replace(status, 'done')]
  const box = boxAt(notes, record)
  if (text.startsWith('[ ]', box)) return [replace({ start: box, end: box + 3 }, '[x]'), ...tail, ...over]
  return over.length > 0 ? [...tail, ...over] : [insert(box, '[RESOLVED] '), ...tail]
}

/** The bullet that a record was read from. */
export const itemOf = ({ section, span }: NotesRecord): Item | undefined =>
  section.blocks
    .flatMap(block => (block.type === 'list' ? block.items : []))
    .find(item => item.span.start === span.start)

/** Start of the checkbox or text of a bullet or heading, after a label such as `TODO:`. */
export function boxAt({ document }: Notes, record: NotesRecord): number {
  const { span, section } = record
  const [first] = section.heading === undefined ? (itemOf(record)?.blocks ?? []) : []
  if (first?.type === 'paragraph') return first.lines[0]?.start ?? first.span.start
  const mark = /^(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+/.exec(document.text.slice(span.start, span.start + 40))
  return span.start + (mark?.[0].length ?? 0)
}

/** End of the words of a bullet or a paragraph, on whichever line they end. */
export function wordsEnd(notes: Notes, record: NotesRecord): number {
  const { section, span } = record
  const first = itemOf(record)?.blocks[0] ?? section.blocks.find(block => block.span.start === span.start)
  return first?.type === 'paragraph' ? first.span.end : bulletEnd(notes, span)
}

/** End of a bullet's first line, so that nested content stays below. */
export function bulletEnd({ document }: Notes, span: Span): number {
  return Math.min(span.end, lineEndAfter(document.text, span.start))
}

/**
 * Sets `(blocking: …)`, `(depends on: …)` or `(bead: …)` at the end of a goal, or `(bead: …)` at the end of a blocker.
 */
export function planAnnotation(
  notes: Notes,
  goal: RecordOf<Linkable>,
  label: 'blocking' | 'depends on' | 'bead',
  text: string,
): Edit[] {
  const note = `(${label}: ${encodeNote(text)})`
  const cell = cellOf(notes, goal, 'title')
  if (cell !== undefined) return [replace(cell, encodeCell(`${titleWithNote(notes, cell, label)} ${note}`))]
  const end = wordsEnd(notes, goal)
  const line = notes.document.text.slice(goal.span.start, end)
  const old = noteIn(line, label)
  if (old === undefined) return [insert(end, ` ${note}`)]
  return [replace({ start: goal.span.start + old.start, end: goal.span.start + old.end }, note)]
}

/** Span of the last `(label: …)` on a line. */
function noteIn(line: string, label: string): Span | undefined {
  for (let end = line.trimEnd().length; ; ) {
    const whole = line.slice(0, end).trimEnd().replace(/\.$/, '')
    const open = whole.endsWith(')') ? matchingOpen(whole) : -1
    if (open < 0) return undefined
    const said = whole
      .slice(open + 1, whole.indexOf(':', open))
      .trim()
      .toLowerCase()
    if (said === label || (label === 'blocking' && said === 'blocked by'))
      return { start: open, end: whole.length }
    end = open
  }
}

/** The content of a goal's cell without the note about to be set. */
function titleWithNote({ document }: Notes, cell: Span, label: string): string {
  const { text, notes } = splitNotes(decodeCell(document.text.slice(cell.start, cell.end)), GOAL_NOTES)
  const others = [...notes].filter(([name]) => name !== label).map(([name, value]) => ` (${name}: ${value})`)
  return `${text}${others.join('')}`
}

/** Sets a status field under the heading, or adds a remark if there is no heading. */
export function planSupersede(notes: Notes, decision: DecisionRecord, by: string): Edit[] {
  const { text } = notes.document
  if (decision.shape === 'block' || decision.shape === 'section') {
    const own = decision.section.entries.find(({ span }) => span.start === decision.span.start)
    const heading = lineEndAfter(
      text,
      (own?.heading ?? decision.section.heading)?.span.end ?? decision.span.start,
    )
    const status = statusOf(notes, decision, heading)
    if (status !== undefined) return [replace(status, `Superseded by ${encodeText(by)}`)]
    return [insert(heading, `\n**Status**: Superseded by ${encodeText(by)}`)]
  }
  // In a row or bullet, the fields follow the text on the same line.
  const draft = /\*\*Status\*\*: Draft(?=\s|<br>|$)/.exec(text.slice(decision.span.start, decision.span.end))
  if (draft !== null && decision.status === 'draft') {
    const end = decision.span.start + draft.index + draft[0].length
    const written = encodeText(encodeText(by)).replaceAll('|', '\\|')
    return [replace({ start: end - 'Draft'.length, end }, `Superseded by ${written}`)]
  }
  const cell = cellOf(notes, decision, 'decision')
  if (cell !== undefined) return [insert(cell.end, ` (superseded by ${encodeCell(by)})`)]
  // If a bold title has a line of its own, the remark goes there, above the rest of the text.
  const line = bulletEnd(notes, decision.span)
  const end = text.endsWith('**', line) || decision.shape !== 'paragraph' ? line : wordsEnd(notes, decision)
  return [insert(end, ` (superseded by ${encodeText(by)})`)]
}

/** The value of the decision's Status field, so that it is replaced rather than added twice. */
function statusOf(notes: Notes, { span }: DecisionRecord, from: number): Span | undefined {
  const fields = readFields(notes.document.text, { start: from, end: span.end }, name => name === 'status')
  const value = fields.find(({ name }) => name === 'status')?.value
  return value === undefined || value.start === value.end ? undefined : value
}

/** Sets the time when a reference was last verified and, when its lines moved, their new place. */
export function planStamp(
  notes: Notes,
  reference: RecordOf<'reference'>,
  { at, place }: { readonly at: string; readonly place?: string },
): Edit[] {
  const { text } = notes.document
  const written = reference.locator?.text
  const from =
    written === undefined ? -1 : text.slice(0, reference.span.end).indexOf(written, reference.span.start)
  const moved =
    place === undefined || written === undefined || from < 0
      ? []
      : [replace({ start: from, end: from + written.length }, place)]
  const cell = cellOf(notes, reference, 'verified')
  if (cell === undefined) return moved
  // An empty cell keeps a space on each side.
  const empty = cell.start === cell.end
  return [...moved, replace(cell, empty ? `${text[cell.start] === ' ' ? ' ' : ''}${at}` : at)]
}

/** Sets a severity, in the cell or in the brackets before the text. */
export function planSeverity(notes: Notes, record: NotesRecord, severity: string): Edit[] {
  const cell = cellOf(notes, record, 'severity')
  if (cell !== undefined) return [fillCell(notes, cell, severity)]
  const line = notes.document.text.slice(record.span.start, bulletEnd(notes, record.span))
  const old = /\[(?:CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])\]/.exec(line)
  if (old === null) return []
  const start = record.span.start + old.index
  return [replace({ start, end: start + old[0].length }, `[${severity}]`)]
}

/**
 * Removes the lines of a record and, if there is a blank line above it, the blank lines below it too. `next` is the
 * item that takes over its number.
 */
export function planRemove(notes: Notes, record: NotesRecord, next: NumberedItem | undefined): Edit[] {
  const { text } = notes.document
  const renumbered = next === undefined ? [] : [replace(next.digits, next.number)]
  const start = lineStartBefore(text, record.span.start)
  const end = lineEndAfter(text, record.span.end)
  const after = nextLineStart(text, end)
  if (after > end) return [replace(withBlankLines(text, { start, end: after }), ''), ...renumbered]
  // Without a final line break, removing the last line also removes the line ending before it.
  return [replace({ start: start === 0 ? 0 : beforeLineEnd(text, start), end }, '')]
}

export interface NumberedItem {
  readonly record: NotesRecord
  readonly digits: Span
  readonly number: string
}

/** The item that takes over the first item's number in a list right below text, where a list cannot start with `2.`. */
export function takesNumberOf(
  { document: { text }, recordsOf }: Notes,
  { section, span }: NotesRecord,
): NumberedItem | undefined {
  const at = section.blocks.findIndex(
    block => block.type === 'list' && block.items[0]?.span.start === span.start,
  )
  const [list, above] = [section.blocks[at], section.blocks[at - 1]]
  if (list?.type !== 'list' || !list.ordered || above?.type !== 'paragraph') return undefined
  if (text.slice(above.span.end, list.span.start).split('\n').length > 2) return undefined
  const [first, second] = list.items
  const record = recordsOf(section).find(other => other.span.start === second?.span.start)
  if (first === undefined || second === undefined || record === undefined) return undefined
  const digitsOf = ({ marker: { start, end } }: Item): Span => ({ start, end: end - 1 })
  const { start, end } = digitsOf(first)
  return { record, digits: digitsOf(second), number: text.slice(start, end) }
}

/** The row that a record was read from, and its table. */
export function rowOf({ document }: Notes, { kind, section, span }: NotesRecord) {
  const tables = kind === 'context' ? [] : readTables(document.text, section.blocks, writingOf(kind).columns)
  const found = tables.flatMap(table => table.rows.map(row => ({ table, row })))
  return found.find(({ row }) => row.span.start === span.start)
}

/** Span of a cell in the record's row. Undefined if the record is not a row, or lacks the column. */
export const cellOf = (notes: Notes, record: NotesRecord, column: string): Span | undefined =>
  rowOf(notes, record)?.row.places[column]

/** Fills a cell. An empty one keeps its width if the text fits. */
export function fillCell({ document: { text } }: Notes, cell: Span, content: string): Edit {
  if (cell.start !== cell.end) return replace(cell, content)
  let { start, end } = cell
  while (text[start - 1] === ' ') start--
  while (text[end] === ' ') end++
  return replace({ start, end }, ` ${content.padEnd(end - start - 2)} `)
}

const insert = (at: number, text: string): Edit => ({ span: { start: at, end: at }, text })
const replace = (span: Span, text: string): Edit => ({ span, text })
