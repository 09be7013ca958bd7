import { type Block, type Paragraph, type Row, type Span, walkBlocks } from '../../markdown/block.ts'
import { slice } from '../../markdown/document.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { cellsOf, withLineFeeds } from '../../markdown/scan/leaf.ts'
import { allKinds } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import { type Columns, looksLikeRow } from '../../notes/text/rows.ts'
import { bodies, shapeOf } from './sections.ts'

const COLUMNS: ReadonlyMap<string, Columns<string>> = new Map(
  allKinds.flatMap(([, { sections, write }]) =>
    write?.tabular === true || write?.entries === true
      ? Object.keys(sections).map(section => [section, write.columns] as const)
      : [],
  ),
)

/** The known columns of a section kind, each with the headings it may have. */
export const knownColumns = (kind: SectionKind): Columns<string> | undefined => COLUMNS.get(kind)

/** The protocol's headings for a section kind. A table of decisions has the same headings as archived decisions. */
export const protocolColumns = (kind: SectionKind): readonly string[] | undefined =>
  shapeOf(kind === 'decision-log' ? 'decision-archive' : kind)?.columns

/** The headings in a row, without emphasis and backticks. An underscore within a word, as in `full_content`, stays. */
export const headingsOf = (text: string, { cells }: Pick<Row, 'cells'>): readonly string[] =>
  cells.map(({ start, end }) =>
    text
      .slice(start, end)
      .replaceAll(/[*`]|\\(?=_)|(?<![A-Za-z0-9\\])_+|_+(?![A-Za-z0-9_])/g, '')
      .trim(),
  )

/** Does the row read as the header of a table, with at least two known columns? */
export function isHeader(headings: readonly string[], columns: Columns<string> | undefined): boolean {
  const names = new Set(Object.values(columns ?? {}).flat())
  return headings.filter(heading => names.has(heading.toLowerCase())).length >= 2
}

export const printDelimiter = (headings: readonly string[]): string =>
  `|${headings.map(({ length }) => `${'-'.repeat(Math.max(length, 1) + 2)}|`).join('')}`

export const printHeader = (headings: readonly string[]): string => `| ${headings.join(' | ')} |`

const otherTitles = (kind: SectionKind): readonly (readonly string[])[] =>
  allKinds.flatMap(([, { sections, write }]) =>
    write?.otherTitles !== undefined && kind in sections ? [write.otherTitles] : [],
  )

/** Are these the columns of the protocol in order, followed only by known ones? */
export function hasProtocolColumns(headings: readonly string[], kind: SectionKind): boolean {
  const known = Object.values(knownColumns(kind) ?? {}).flat()
  return [protocolColumns(kind) ?? [], ...otherTitles(kind)].some(
    wanted =>
      wanted.every((heading, index) => headings[index]?.toLowerCase() === heading.toLowerCase()) &&
      headings.slice(wanted.length).every(heading => known.includes(heading.toLowerCase())),
  )
}

/** Lines in a paragraph or list item that look like rows but that Markdown does not parse as a table. */
export interface LooseRows {
  readonly section: Section
  readonly lines: readonly Span[]
  /** End of the table right above, or of the rows that belong to it, with only blank lines in between. */
  readonly joinsAt: number | undefined
  /** Are they preceded by a table or other loose rows under the same heading? */
  readonly hasTable: boolean
  /** Are they a block of their own, with no prose before or after them and no table right below? */
  readonly alone: boolean
  /** Do only data rows follow the header? Another header or delimiter row would turn into a data row. */
  readonly clean: boolean
  /** Does the first line name columns, or does a delimiter row follow it? */
  readonly header: boolean
}

/** All loose rows of a file. Cached, since several rules ask for them. */
export const looseRows = oncePer((notes: Notes): readonly LooseRows[] => {
  const { text } = notes.document
  const found: LooseRows[] = []
  for (const { section, blocks } of bodies(notes)) {
    const columns = knownColumns(section.kind)
    let hasTable = false
    let joinsAt: number | undefined
    for (const [index, block] of blocks.entries()) {
      const runs = slice(notes.document, block.span).includes('|') ? runsIn(text, block) : NO_RUNS
      for (const { lines, paragraph } of runs) {
        const alone =
          block === paragraph &&
          lines.length === paragraph.lines.length &&
          !touches(text, block, blocks[index + 1])
        const [first, second] = lines
        const namesColumns = (line: Span): boolean =>
          isHeader(headingsOf(text, { cells: cellsIn(text, line) }), columns)
        const delimited = second !== undefined && isDelimiterRow(text, second)
        const header = first !== undefined && (delimited || namesColumns(first))
        const rest = lines.slice(delimited ? 2 : 1)
        const clean = !rest.some(line => isDelimiterRow(text, line) || namesColumns(line))
        found.push({ section, lines, alone, clean, header, hasTable, joinsAt: alone ? joinsAt : undefined })
        hasTable = true
        if (!alone || header) joinsAt = undefined
      }
      if (block.type === 'table') hasTable = true
      if (block.type === 'table' || (runs.length > 0 && joinsAt !== undefined)) joinsAt = block.span.end
      else joinsAt = undefined
    }
  }
  return found
})

/** Does a table start on the line after the block? */
function touches(text: string, { span }: Block, next: Block | undefined): boolean {
  if (next?.type !== 'table') return false
  return !/[\r\n][ \t]*[\r\n]/.test(withLineFeeds(text.slice(span.end, next.span.start)))
}

interface Run {
  readonly paragraph: Paragraph
  readonly lines: readonly Span[]
}

function runsIn(text: string, block: Block): readonly Run[] {
  if (block.type !== 'paragraph' && block.type !== 'list') return NO_RUNS
  const runs: { paragraph: Paragraph; lines: Span[] }[] = []
  for (const inner of walkBlocks([block], ({ type }) => type === 'list')) addRuns(text, inner, runs)
  return runs
}

const NO_RUNS: readonly Run[] = []

function addRuns(text: string, block: Block, runs: { paragraph: Paragraph; lines: Span[] }[]): void {
  if (block.type !== 'paragraph' || !text.slice(block.span.start, block.span.end).includes('|')) return
  let open = false
  for (const line of block.lines) {
    const row = isRow(text, line)
    if (row && !open) runs.push({ paragraph: block, lines: [] })
    if (row) runs.at(-1)?.lines.push(line)
    open = row
  }
}

export const cellsIn = (text: string, { start, end }: Span): readonly Span[] => cellsOf(text, start, end)

/** Does the line end with a pipe or, like a truncated row, have three cells? `|x| is positive` is prose. */
function isRow(text: string, line: Span): boolean {
  if (!looksLikeRow(text, line)) return false
  const cells = cellsIn(text, line).length
  return cells >= 2 && (cells >= 3 || text.charCodeAt(line.end - 1) === 124)
}

/** Only dashes, colons and pipes. */
export function isDelimiterRow(text: string, { start, end }: Span): boolean {
  const line = text.slice(start, Math.min(end, start + 2000))
  return line.includes('-') && /^[\s|:-]+$/.test(line)
}
