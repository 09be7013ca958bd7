import { NotesError } from '../../error.ts'
import type { Item, Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { cellsOf, lineEndAfter } from '../../markdown/scan/leaf.ts'
import { printCode } from '../../notes/decision/print-decision.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { GOAL_NOTES } from '../../notes/kinds/goal.ts'
import { type Linkable, type NotesRecord, type RecordOf, writingOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Evidence } from '../../notes/text/evidence.ts'
import { encodeCell } from '../../notes/text/inline.ts'
import { encodeNote, notesIn } from '../../notes/text/items.ts'
import { readTables } from '../../notes/text/rows.ts'
import type { Requotes } from '../intent.ts'
import { takeOut } from '../take-out.ts'

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
  const { start, end } = cell ?? { start: goal.span.start, end: wordsEnd(notes, goal) }
  const written = cell === undefined ? note : encodeCell(note)
  const old = notesIn(notes.document.text.slice(start, end), [...GOAL_NOTES, 'eta']).findLast(
    other => other.label === label || (label === 'blocking' && other.label === 'blocked by'),
  )
  return [
    old === undefined
      ? insert(end, ` ${written}`)
      : replace({ start: start + old.start, end: start + old.end }, written),
  ]
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
  return [...moved, ...setCells(notes, rowOf(notes, reference), { verified: at })]
}

/** Sets a severity, in the cell or in the brackets before the text. */
export function planSeverity(notes: Notes, record: NotesRecord, severity: string): Edit[] {
  const inRow = setCells(notes, rowOf(notes, record), { severity })
  if (inRow.length > 0) return inRow
  const line = notes.document.text.slice(record.span.start, bulletEnd(notes, record.span))
  const old = /\[(?:CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])\]/.exec(line)
  if (old === null || old[0] === `[${severity}]`) return []
  const start = record.span.start + old.index
  return [replace({ start, end: start + old[0].length }, `[${severity}]`)]
}

/** Removes the lines of a record. `next` is the item that takes over its number. */
export const planRemove = (
  { document: { text } }: Notes,
  record: NotesRecord,
  next: NumberedItem | undefined,
): Edit[] => [...takeOut(text, [record]), ...(next === undefined ? [] : [replace(next.digits, next.number)])]

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

/** Sets cells of a row, by column name, and adds those that a short row lacks. */
export function setCells(
  notes: Notes,
  found: ReturnType<typeof rowOf>,
  cells: Readonly<Record<string, string>>,
): Edit[] {
  if (found === undefined) return []
  const { text } = notes.document
  const { table, row } = found
  const { start, end } = row.span
  const missing = table.names.slice(cellsOf(text, start, end).length)
  const added = missing.map(name => ` ${cells[name] ?? ''} |`).join('')
  const bar = /(?<!\\)\|$/.test(text.slice(start, end)) ? '' : ' |'
  return [
    ...Object.entries(cells).flatMap(([name, content]) => {
      const place = row.places[name]
      const isSaid = place === undefined || text.slice(place.start, place.end) === content
      return isSaid ? [] : [fillCell(notes, place, content)]
    }),
    ...(missing.some(name => name in cells) ? [insert(end, `${bar}${added}`)] : []),
  ]
}

/** Fills a cell. An empty one keeps its width if the text fits. */
export function fillCell({ document: { text } }: Notes, cell: Span, content: string): Edit {
  if (cell.start !== cell.end) return replace(cell, content)
  let { start, end } = cell
  while (text[start - 1] === ' ') start--
  while (text[end] === ' ') end++
  return replace({ start, end }, ` ${content.padEnd(end - start - 2)} `)
}

export const insert = (at: number, text: string): Edit => ({ span: { start: at, end: at }, text })
export const replace = (span: Span, text: string): Edit => ({ span, text })

/** Replaces quotes in place: a code span with a code span, and the lines in a fence with lines. */
export function planRequote(
  { document: { text } }: Notes,
  { evidence }: DecisionRecord,
  quotes: Requotes,
): Edit[] {
  return [...quotes].flatMap(([index, { quote, place }]) => {
    const piece = evidence[index]
    if (piece?.quote === undefined) return []
    const { start, end } = piece.span
    const source = text.slice(start, end)
    const [before, after] = formsIn(source, piece.quote, quote)
    const at = before === undefined ? -1 : source.indexOf(before)
    if (before === undefined || after === undefined || at < 0)
      throw new NotesError(
        'not-written',
        'This quote cannot be replaced in the form it is written in',
        'Edit the record: `notes edit`, or by hand',
        { span: piece.span },
      )
    const replaced = { span: { start: start + at, end: start + at + before.length }, text: after }
    return [replaced, ...placeEdit(source, start, piece, place)]
  })
}

/** Replaces the place that a quote was taken from. A place inside the quote itself is code, and stays. */
function placeEdit(source: string, start: number, { locator, quote = '' }: Evidence, place?: string): Edit[] {
  const written = locator?.text
  if (place === undefined || written === undefined) return []
  const inQuote = source.indexOf(quote)
  const at = [source.lastIndexOf(written), source.indexOf(written)].find(
    at => at >= 0 && !(at >= inQuote && at < inQuote + quote.length),
  )
  return at === undefined
    ? []
    : [{ span: { start: start + at, end: start + at + written.length }, text: place }]
}

/** The old and the new quote as they are written in a piece of evidence. */
function formsIn(source: string, before: string, after: string): readonly (string | undefined)[] {
  const isSpan = !before.includes('\n') && source.includes(printCode(before))
  if (isSpan && !after.includes('\n')) return [printCode(before), printCode(after)]
  const fence = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n/m.exec(source)
  if (fence?.[1] === undefined || after.includes(fence[2] ?? '')) return []
  const indented = (quote: string): string =>
    quote
      .split('\n')
      .map(line => (line === '' ? '' : `${fence[1]}${line}`))
      .join('\n')
  return [`${fence[0]}${indented(before)}\n`, `${fence[0]}${indented(after)}\n`]
}

/** Is this the decision with its new quotes? */
export const isRequoted =
  (before: DecisionRecord, quotes: Requotes) =>
  (found: NotesRecord): boolean =>
    found.kind === before.kind &&
    found.title === before.title &&
    found.evidence.length === before.evidence.length &&
    found.evidence.every(
      ({ quote }, index) => quote === (quotes.get(index)?.quote ?? before.evidence[index]?.quote),
    )
