import type { Row } from '../../markdown/block.ts'
import { withoutCode } from '../facts/prose.ts'
import { bodies } from '../facts/sections.ts'
import { protocolColumns } from '../facts/tables.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'table-row-width',
  group: 'tables',
  summary: 'Require as many cells in each row as the table has columns',
  why: 'Markdown drops excess cells and leaves missing ones empty. A pipe ends a cell even in a code span, unless it is escaped as `\\|`.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    many: 'Unexpected number of cells ({{cells}}), expected {{columns}}; escape a pipe inside a cell as `\\|`',
    few: 'Unexpected number of cells ({{cells}}), expected {{columns}}',
    pipe: 'Unexpected pipe in a code span, expected `\\|`, which does not end the cell',
  },
  examples: [
    {
      title: 'escaped pipes stay in their cell',
      before: '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | Allow a \\| b, as `x \\| y` |\n',
      reports: [],
    },
    {
      title: 'too many, too few',
      before: '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One | Two |\n| 2026-01-02 |\n',
      reports: ['4:1 many', '5:1 few'],
    },
    {
      title: 'a pipe in a code span',
      before: '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | Use `x | y` in types |\n',
      reports: ['4:23 pipe'],
      after: '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | Use `x \\| y` in types |\n',
    },
  ],
  check({ notes, text }, report) {
    for (const { section, blocks } of bodies(notes))
      for (const block of blocks) {
        if (block.type !== 'table') continue
        const columns = block.header.cells.length
        for (const row of block.rows) {
          const cells = row.cells.length
          if (cells === columns) continue
          // The row has the protocol's width, so the header is wrong, which `table-columns` reports.
          if (notes.profile === 'sam' && cells === protocolColumns(section.kind)?.length) continue
          const pipes = cells > columns ? pipesInCode(text, row) : []
          const [first] = pipes
          if (cells < columns) report('few', { span: row.span, data: { cells, columns } })
          else if (first === undefined || pipes.length !== cells - columns)
            report('many', { span: row.span, data: { cells, columns } })
          else {
            const fix = pipes.map(at => ({ span: { start: at, end: at }, text: '\\' }))
            report('pipe', { span: { start: first, end: first + 1 }, fix })
          }
        }
      }
  },
})

/** Offsets of unescaped pipes in what would be code spans if a pipe did not end the cell. */
function pipesInCode(text: string, { span }: Row): readonly number[] {
  const source = text.slice(span.start, span.end)
  const prose = withoutCode(source)
  return [...source.matchAll(/\\[\\|]|\|/g)]
    .filter(({ 0: mark, index }) => mark === '|' && prose[index] === ' ')
    .map(({ index }) => span.start + index)
}
