import type { Block, Row, Span, Table } from '../../markdown/block.ts'
import { cellsOf } from '../../markdown/scan/leaf.ts'
import { decodeCell } from './inline.ts'

/** The columns of a kind of table: the known headings of each, in the default order for tables without a header. */
export type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>

/** A row with its cells by column name. Columns unknown to the protocol keep their heading as name. */
export interface NamedRow<Name extends string> {
  readonly span: Span
  readonly cells: Readonly<Partial<Record<Name, string>>>
  readonly others: Readonly<Record<string, string>>
  /** Known cells before decoding (`inline.ts`), for readers that split them further. */
  readonly sources: Readonly<Partial<Record<Name, string>>>
  /** Span of each known cell. */
  readonly places: Readonly<Partial<Record<Name, Span>>>
}

/** A table, or loose rows: the name of each column, and the span. */
export interface NamedTable<Name extends string> {
  readonly names: readonly string[]
  /** Missing for loose rows. */
  readonly block?: Table
  readonly rows: readonly NamedRow<Name>[]
  readonly span: Span
}

/** The rows of `readTables` that are not empty. */
export function readRows<Name extends string>(
  text: string,
  blocks: readonly Block[],
  columns: Columns<Name>,
): NamedRow<Name>[] {
  return readTables(text, blocks, columns)
    .flatMap(({ rows }) => rows)
    .filter(({ sources, others }) => saysSomething(sources) || saysSomething(others))
}

function saysSomething(cells: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(cells).some(value => value !== undefined && !isNothing(value))
}

/**
 * The tables in these blocks that have the given columns, and the loose rows that Markdown does not count as part
 * of a table: those after a blank line, under a section comment, at the end of a file, or below a header without a
 * delimiter row.
 */
export function readTables<Name extends string>(
  text: string,
  blocks: readonly Block[],
  columns: Columns<Name>,
): NamedTable<Name>[] {
  const tables: NamedTable<Name>[] = []
  let names: readonly string[] | undefined
  for (const block of blocks) {
    if (block.type === 'table') {
      const header = nameTable(text, block.header, columns)
      if (header === undefined) continue
      names = header
      const rows = block.rows.map(row => nameRow(text, row, header, columns))
      tables.push({ names: header, block, rows, span: block.span })
    } else if (block.type === 'paragraph' && text.slice(block.span.start, block.span.end).includes('|')) {
      const loose = readLooseRows(text, block.lines, names, columns)
      names = loose?.names ?? names
      if (loose !== undefined) tables.push(loose)
    }
  }
  return tables
}

function readLooseRows<Name extends string>(
  text: string,
  lines: readonly Span[],
  known: readonly string[] | undefined,
  columns: Columns<Name>,
): NamedTable<Name> | undefined {
  const rows: NamedRow<Name>[] = []
  let names = known
  let last: Span | undefined
  for (const span of lines) {
    if (!looksLikeRow(text, span)) continue
    last = span
    const row = { span, cells: cellsOf(text, span.start, span.end) }
    if (isDelimiter(text, row)) continue
    const header = nameHeader(text, row, columns)
    names = header ?? names ?? defaultNames(row.cells.length, columns)
    if (header === undefined) rows.push(nameRow(text, row, names, columns))
  }
  return last === undefined || names === undefined ? undefined : { names, rows, span: last }
}

/** Could a line outside a table be meant as a row? Lines with too many cells are something else. */
export function looksLikeRow(text: string, { start, end }: Span): boolean {
  if (text.charCodeAt(start) !== PIPE) return false
  let cells = 0
  for (let at = start; at >= 0 && at < end && end - start > MAX_CELLS; at = text.indexOf('|', at + 1))
    if (++cells > MAX_CELLS) return false
  return true
}

const PIPE = 124
/** Ten megabytes of pipes on one line would take seconds to split. */
const MAX_CELLS = 1_000

const isDelimiter = (text: string, row: Row): boolean =>
  /^[\s|:-]+$/.test(text.slice(row.span.start, row.span.end))

/** The column that says what a row is about, in every kind of table except decisions, which need two known columns. */
const MAIN: readonly string[] = ['title', 'summary', 'identifier']

/**
 * Names the columns of a header. Undefined with fewer than two known columns: such a header belongs to another table.
 */
function nameHeader<Name extends string>(
  text: string,
  row: Row,
  columns: Columns<Name>,
): readonly string[] | undefined {
  const found = namesIn(text, row, columns)
  return found.filter(name => Object.hasOwn(columns, name)).length >= 2 ? found : undefined
}

/**
 * Names the columns of a table with a delimiter row. One known column is enough if it says what a row is about. If none
 * does, the first unknown column that is not about some other aspect takes its place, such as `Milestone` in
 * `Milestone | State | Measured by`.
 */
function nameTable<Name extends string>(
  text: string,
  row: Row,
  columns: Columns<Name>,
): readonly string[] | undefined {
  const found = namesIn(text, row, columns)
  // `| | Goal |`: a column without a heading holds a mark such as ✅.
  const blank = found.indexOf('')
  if (blank >= 0 && Object.hasOwn(columns, 'status') && !found.includes('status')) found[blank] = 'status'
  const known = found.filter(name => Object.hasOwn(columns, name)).length
  const main = MAIN.find(name => Object.hasOwn(columns, name))
  if (main === undefined || known === 0) return known >= 2 ? found : undefined
  if (found.includes(main)) return found
  const at = found.findIndex(name => !Object.hasOwn(columns, name) && !ASPECT.test(name))
  if (at >= 0) found[at] = main
  return at >= 0 || known >= 2 ? found : undefined
}

/** Headings of columns that say something about a record, but not what it is. */
const ASPECT =
  /^(?:|#|no|nr|id|key|who|by|owner|author|agent|asked by|since|until|due|by when|when|date|effort|cost|risk|impact|severity|priority|how .*|where.*|measured by|source|from|notes?|comments?|links?|pr|ticket|why|because)\.?$/i

function namesIn<Name extends string>(text: string, row: Row, columns: Columns<Name>): string[] {
  const found: string[] = []
  for (const cell of row.cells) {
    const heading = text.slice(cell.start, cell.end).replaceAll(/[*_`]/g, '').trim()
    const name = knownName(heading.toLowerCase(), columns)
    // A second column with the same meaning keeps its heading, so that its cells are not lost.
    found.push(name === undefined || found.includes(name) ? heading : name)
  }
  return found
}

function knownName<Name extends string>(heading: string, columns: Columns<Name>): string | undefined {
  return Object.keys(columns).find(name => columns[name as Name].includes(heading))
}

function defaultNames<Name extends string>(count: number, columns: Columns<Name>): readonly string[] {
  return Object.keys(columns).slice(0, count)
}

function nameRow<Name extends string>(
  text: string,
  row: Row,
  names: readonly string[],
  columns: Columns<Name>,
): NamedRow<Name> {
  const cells: Partial<Record<Name, string>> = {}
  const others: Record<string, string> = {}
  const sources: Partial<Record<Name, string>> = {}
  const places: Partial<Record<Name, Span>> = {}
  rejoin(text, row.cells, names.length).forEach((cell, index) => {
    const name = names[index] ?? `column ${index + 1}`
    const source = text.slice(cell.start, cell.end)
    const value = decodeCell(source)
    if (!Object.hasOwn(columns, name)) others[name] = value
    else if (cells[name as Name] === undefined) {
      cells[name as Name] = value
      sources[name as Name] = source
      places[name as Name] = cell
    }
  })
  return { span: row.span, cells, others, sources, places }
}

/** Rejoins the cells that an unescaped pipe inside a code span has split, if the row has too many. */
function rejoin(text: string, cells: readonly Span[], expected: number): readonly Span[] {
  let surplus = cells.length - expected
  if (surplus <= 0) return cells
  const joined: Span[] = []
  for (const cell of cells) {
    const last = joined.at(-1)
    if (surplus > 0 && last !== undefined && hasOpenCode(text.slice(last.start, last.end))) {
      joined[joined.length - 1] = { start: last.start, end: cell.end }
      surplus--
    } else joined.push(cell)
  }
  return joined
}

const hasOpenCode = (cell: string): boolean => (cell.match(/`/g)?.length ?? 0) % 2 === 1

/** Does the value mean "nothing"? `None`, `_None_`, `(none) — all clear`, `No open blockers.`, `n/a`, a lone dash. */
export function isNothing(value: string): boolean {
  // Common case: nearly every value starts with other letters than these, or is longer.
  const first = value.charCodeAt(0) | 32
  if (first >= 97 && first <= 122 && !isStart(first, value.charCodeAt(1) | 32)) return false
  if (SOMETHING.test(value)) return answersNo(value)
  const plain = value.replaceAll(/[*_`()~.\s[\]]/g, '').toLowerCase()
  return plain === '' || NOTHING.has(plain) || answersNo(value)
}

/** Matches `na`, `ni`, `no`, `tb`, or an `n` or `t` before anything but a letter. */
function isStart(first: number, second: number): boolean {
  if (first !== 110 && first !== 116) return false
  const isLetter = second >= 97 && second <= 122
  return !isLetter || (first === 116 ? second === 98 : second === 97 || second === 105 || second === 111)
}

/** Matches 14 characters besides marks and spaces. The longest entry of `NOTHING` has 13. */
const SOMETHING = /^(?:[*_`()~.\s[\]]?[^*_`()~.\s[\]]){14}/

const answersNo = (value: string): boolean =>
  MAY_ANSWER_NO.test(value) && ANSWERS_NO.test(value) && !EXCEPT.test(value)

/** Compiling ANSWERS_NO costs a cold start 1 ms. */
const MAY_ANSWER_NO = /^[\s*_`~([]*n[io/]/i

const STATE =
  'yet|today|other|else|critical|major|currently|identified|known|found|open|active|outstanding|pending|remaining|recorded|reported|left|so far|to report|right now|for now|at (?:this|the) (?:time|moment|point)|at present'
/** The words for what a section holds, for patterns such as `no open questions`. */
export const RECORDS = 'blockers?|questions?|debts?|issues?|dependencies|goals?|decisions?|learnings?'
/** `None identified. Codebase is audit-ready.` and `No open blockers`, but not `None of the three holds`. */
const ANSWERS_NO = new RegExp(
  String.raw`^[\s*_\`~([]*(?:(?:none|n\/a|nil|nothing)(?=[\s*_\`~)\].,;:!—–-]|$)(?:\s+(?:${STATE}))*` +
    // `(none in the app itself)`
    String.raw`(?:\s+(?:in|on|for|from)\s[^,.;:()]{1,40}(?=\)?\s*$))?` +
    String.raw`|no\s+(?:(?:open|known|current|active|outstanding|new|pending|external|hard|technical|critical|major)\s+)*` +
    String.raw`(?:${RECORDS})(?:\s+(?:${STATE}))*)` +
    String.raw`[\s*_\`~)\]]*(?:$|[.,;:!—–(-])`,
  'i',
)
const EXCEPT = /\b(?:except|but|besides|other than|apart from|however|although)\b/i

const NOTHING = new Set([
  'none',
  'noneyet',
  'nonetoday',
  'nonecurrently',
  'n/a',
  'na',
  'nil',
  'nothing',
  '-',
  '—',
  '–',
  'tbd',
  ...['нет', '无', '無', 'なし', '없음'],
])
