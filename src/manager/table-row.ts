import type { Row } from '../document/block.ts'
import { encodeCell } from '../protocol/inline.ts'
import type { NamedTable } from '../protocol/rows.ts'

/** A row in the style of the table that it joins: outer pipes, and padding where every line is padded alike. */
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

/** A row of a table that is just being made. */
export function printNewRow(names: readonly string[], values: Readonly<Record<string, string>>): string {
  return `| ${names.map(name => encodeCell(values[name] ?? '')).join(' | ')} |`
}

export function printTableHead(titles: readonly string[]): string {
  return `| ${titles.join(' | ')} |\n|${titles.map(title => '-'.repeat(title.length + 2)).join('|')}|`
}

function hasOuterPipes(text: string, { block, span }: NamedTable<string>): boolean {
  return text[block?.header.span.start ?? span.start] === '|'
}

/** The widths of the delimiter row's cells, if header and rows keep to them; none where cells are as wide as they are. */
function paddedWidths(text: string, { block, rows }: NamedTable<string>): readonly number[] {
  if (block === undefined || rows.length === 0) return []
  const length = (row: Pick<Row, 'span'>): number => row.span.end - row.span.start
  const lines = [block.header, ...block.rows.slice(-5)]
  if (lines.some(line => length(line) !== block.delimiter.end - block.delimiter.start)) return []
  const delimiter = text.slice(block.delimiter.start, block.delimiter.end).replace(/^\||\|$/g, '')
  return delimiter.split('|').map(cell => cell.length - 2)
}
