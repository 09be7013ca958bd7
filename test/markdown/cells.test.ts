import { expect, test } from 'vitest'
import { viaRemark } from '../../src/markdown/remark.ts'
import { cellsOf } from '../../src/markdown/scan/leaf.ts'

/** The cells of the first row below a header, as remark reads them. */
function remarksCells(row: string): readonly string[] {
  const text = `| A | B |\n|---|---|\n${row}\n`
  const [table] = viaRemark(text)
  const cells = table?.type === 'table' ? (table.rows[0]?.cells ?? []) : []
  return cells.map(({ start, end }) => text.slice(start, end))
}

const rows = ['|', 'a|', '| a', '| a | b |', 'a|b', '||', '| |', '| a || b |', 'a | b | c', '| `a|b` |']

test.each([
  ...rows,
  ...[1, 2, 3, 4].flatMap(count => ['| a', '', 'a |'].map(before => `${before}${'\\'.repeat(count)}| b |`)),
  ...[1, 2].map(count => `| a ${'\\'.repeat(count)}x| b |`),
])('cellsOf splits the table row %s as remark does', row => {
  const cells = cellsOf(row, 0, row.length).map(({ start, end }) => row.slice(start, end))
  expect(cells).toEqual(remarksCells(row))
})
