import type { Block, Row, Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../markdown/scan/leaf.ts'
import { splitLead } from '../../notes/decision/lead.ts'
import { printDecisionFields } from '../../notes/decision/print-decision.ts'
import type { DecisionDraft } from '../../notes/kinds/decision.ts'
import { type KindName, writingOf } from '../../notes/kinds.ts'
import type { Section } from '../../notes/section.ts'
import { encodeCell, encodeTitle, shieldStart } from '../../notes/text/inline.ts'
import { isNothing, type NamedTable } from '../../notes/text/rows.ts'

/** Prints a decision as a heading with fields below it, in the heading style of its neighbors. */
export function printEntry(section: Section, draft: DecisionDraft, asSection: boolean): string {
  // A dated section without a decision field would be read as a list of decisions.
  if (asSection)
    return `${datedHeading(section, draft)}\n\n${printDecisionFields({ ...draft, decision: draft.decision ?? draft.title })}`
  const fields = printDecisionFields(draft)
  const neighbour = section.entries.at(-1)
  const depth = neighbour?.heading.depth ?? Math.min(6, section.depth + 1)
  const { separator, dateOnly } = headingStyle(neighbour?.title)
  const at = dateOnly ? draft.at.slice(0, 10) : draft.at
  const lead = draft.id === undefined ? at : `${draft.id}${separator}${at}`
  return `${'#'.repeat(depth)} ${lead}${separator}${shieldedTitle(draft.title)}\n${fields}`
}

/** Keeps a title that starts like a date or an id from being read as one. */
export function shieldedTitle(title: string): string {
  const text = encodeTitle(title)
  return splitLead(text).rest === text ? text : shieldStart(text)
}

/** The separator between date and title, and the precision of the date. */
function headingStyle(title: string | undefined): { separator: string; dateOnly: boolean } {
  const lead = title === undefined ? undefined : splitLead(title)
  if (title === undefined || lead?.at === undefined) return { separator: ' - ', dateOnly: false }
  const end = title.indexOf(lead.at.text) + lead.at.text.length
  const separator = /^(?:\s+[-—–·|]+\s+|:\s+)/.exec(title.slice(end))?.[0] ?? ' - '
  return { separator, dateOnly: lead.at.precision === 'date' }
}

/** Prints `## Decision Log — 2026-05-12 (title)`. Omits the parentheses if the title contains brackets itself. */
function datedHeading(section: Section, { at, title }: DecisionDraft): string {
  const name = section.title.slice(0, section.title.search(/\s*[—–(-]|\s+\d{4}-/)).trim()
  const said = /[()[\]]/.test(title) ? ` — ${encodeTitle(title)}` : ` (${encodeTitle(title)})`
  return `${'#'.repeat(section.depth)} ${name} — ${at.slice(0, 10)}${said}`
}

/** Inserts lines below the line where a span ends. */
export function below(text: string, span: Span, lines: readonly string[]): Edit {
  const at = lineEndAfter(text, span.end)
  return { span: { start: at, end: at }, text: `\n${lines.join('\n')}` }
}

/** Inserts lines above the line where a span starts. */
export function above(text: string, span: Span, lines: readonly string[]): Edit {
  const at = lineStartBefore(text, span.start)
  return { span: { start: at, end: at }, text: `${lines.join('\n')}\n` }
}

/** Adds rows to a table: on top if the newest come first, else at its end. */
export function intoTable(
  text: string,
  { rows, block, span }: NamedTable<string>,
  lines: readonly string[],
  newest = false,
): Edit {
  const [first] = rows
  return newest && first !== undefined
    ? above(text, first.span, lines)
    : below(text, rows.at(-1)?.span ?? block?.delimiter ?? span, lines)
}

/** Is there text on the line after the one where a span ends? */
export function isFollowed(text: string, span: Span): boolean {
  return /^(?:\r\n|\n|\r)[ \t]*[^\s]/.test(text.slice(lineEndAfter(text, span.end)).slice(0, 200))
}

/** Finds `- None` or `None.`, which marks a section as empty, if that is all of its content. */
export function markerIn(text: string, blocks: readonly Block[]): Span | undefined {
  const said = blocks.filter(({ type }) => type !== 'comment' && type !== 'table')
  const [only, ...more] = said
  if (only === undefined || more.length > 0 || (only.type !== 'list' && only.type !== 'paragraph'))
    return undefined
  const words = text.slice(only.span.start, only.span.end).replaceAll(/^[ \t]*[-*+](?:[ \t]+\[ \])?/gm, '')
  return words.split(/\r\n|\n|\r/).every(isBare) ? only.span : undefined
}

/** Does the line say only that there is nothing? `None — see #12` says more. */
const isBare = (line: string): boolean =>
  isNothing(line) &&
  !/[—–:,;#`\d]|\s-\s|[.!]\s+\S|\w[\s*_.]*[([]/.test(line) &&
  line.trim().split(/\s+/).length <= MAX_WORDS

const MAX_WORDS = 6

/** Replaces the marker if the new lines go right below it. Otherwise deletes it, and leaves the edit as it is. */
export function replaceMarker(text: string, marker: Span, edit: Edit): Edit[] {
  const isBelow = edit.span.start === edit.span.end && edit.span.start === lineEndAfter(text, marker.end)
  const start = lineStartBefore(text, marker.start)
  if (isBelow) {
    const lines = edit.text.replace(/^\n+/, '')
    const gap = lines.startsWith('#') && !isBlankBefore(text, start) ? '\n' : ''
    return [{ span: { start, end: lineEndAfter(text, marker.end) }, text: gap + lines }]
  }
  const next = nextLineStart(text, lineEndAfter(text, marker.end))
  const blank = isBlankBefore(text, start)
    ? (/^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(next, next + 200))?.[0].length ?? 0)
    : 0
  return [edit, { span: { start, end: next + blank }, text: '' }]
}

function isBlankBefore(text: string, lineStart: number): boolean {
  return /(?:^|[\r\n])[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(Math.max(0, lineStart - 200), lineStart))
}

/** Prints a row in the style of its table: outer pipes, and padding if all of its lines are padded alike. */
export function printTableRow(
  text: string,
  table: NamedTable<string>,
  values: Readonly<Record<string, string>>,
): string {
  const cells = table.names.map(name => encodeCell(values[name] ?? ''))
  const widths = table.block === undefined ? [] : paddedWidths(text, table)
  const padded = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0))
  return hasOuterPipes(text, table) ? `| ${padded.join(' | ')} |` : padded.join(' | ').trimEnd()
}

/** Prints a row of a new table. */
export function printNewRow(names: readonly string[], values: Readonly<Record<string, string>>): string {
  return `| ${names.map(name => encodeCell(values[name] ?? '')).join(' | ')} |`
}

/** The columns of a table, and its header and delimiter lines. */
export interface TableHead {
  readonly names: readonly string[]
  readonly head: string
}

/** The default columns of a kind of record. */
export function standardHeadOf(kind: KindName): TableHead {
  const writing = writingOf(kind)
  return { names: standardNames(writing), head: printTableHead(writing.titles) }
}

export const standardNames = ({ columns, titles }: ReturnType<typeof writingOf>): readonly string[] =>
  Object.keys(columns).slice(0, titles.length)

export function printTableHead(titles: readonly string[]): string {
  return `| ${titles.join(' | ')} |\n|${titles.map(title => '-'.repeat(title.length + 2)).join('|')}|`
}

function hasOuterPipes(text: string, { block, span }: NamedTable<string>): boolean {
  return text[block?.header.span.start ?? span.start] === '|'
}

/** The cell widths of the delimiter row, if header and rows have the same widths. Empty otherwise. */
function paddedWidths(text: string, { block, rows }: NamedTable<string>): readonly number[] {
  if (block === undefined || rows.length === 0) return []
  const length = (row: Pick<Row, 'span'>): number => row.span.end - row.span.start
  const lines = [block.header, ...block.rows.slice(-5)]
  if (lines.some(line => length(line) !== block.delimiter.end - block.delimiter.start)) return []
  const delimiter = text.slice(block.delimiter.start, block.delimiter.end).replace(/^\||\|$/g, '')
  return delimiter.split('|').map(cell => cell.length - 2)
}
