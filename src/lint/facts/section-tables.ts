import type { Row } from '../../markdown/block.ts'
import { allKinds } from '../../notes/kinds.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import type { Columns } from '../../notes/text/rows.ts'
import { shapeOf } from './outline.ts'

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
