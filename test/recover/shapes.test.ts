import { expect, test } from 'vitest'
import { recover } from '../../src/recover/recover.ts'
import { expectGrowth } from '../growth.ts'

const noCode = undefined

const nested = (depth: number, line: string): string =>
  Array.from({ length: depth }, (_, at) => '  '.repeat(at) + line).join('\n')

const BODIES: readonly (readonly [what: string, bodyOf: (size: number) => string, size: number])[] = [
  ['ten megabytes of words on one line', n => 'lorem ipsum dolor '.repeat(n), 560_000],
  ['ten megabytes of pipes on one line', n => '|'.repeat(n), 10_000_000],
  ['two million cells on one line', n => '| a '.repeat(n), 2_000_000],
  [
    '100,000 definitions',
    n => Array.from({ length: n }, (_, at) => `[a${at}]: http://x/${at}`).join('\n'),
    100_000,
  ],
  ['100,000 quote markers followed by tabs', n => '>\tx\n'.repeat(n), 100_000],
  ['300,000 empty items', n => '-\n'.repeat(n), 300_000],
  ['empty lists, 1,000 deep', n => nested(n, '-'), 1000],
  ['tasks, 2,000 deep', n => nested(n, '- [ ] x'), 2000],
  ['a definition in 3,000 lists', n => `${'- '.repeat(n)}[a]: b`, 3000],
  ['80,000 markers on one line', n => `${'- '.repeat(n)}x`, 80_000],
  ['three million lines that end with CR', n => 'a\r'.repeat(n), 3_000_000],
]

const around = (body: string): string =>
  `# Memory\n\n## Active Context\n- **Current Bead**: bd-x7y8 (rework)\n\n## Pending Questions\n- [ ] What now?\n${body}\n\n## Decision Log\n\n### 2026-01-15 - Rate limit\n**Decision**: Use it\n`

const recovered = (text: string, level: 1 | 2): string =>
  recover(text, { level, source: 'NOTES.md', code: noCode }).text

test.each(BODIES)(
  'recovering notes with %s costs time in proportion to the text and keeps the records around it',
  (_, bodyOf, size) => {
    // Nested shapes start at half their size, far above the limit beyond which nesting is read as plain text.
    let from = size > 100_000 ? size / 20 : size / 2
    // Shorter texts are read by remark, whose cost grows at a different rate.
    while (size > 100_000 && bodyOf(from).length < 70_000) from *= 2
    expectGrowth(
      part => {
        const text = around(bodyOf(part))
        return () => [recovered(text, 1), recovered(text, 2)]
      },
      // Each level is indented, so twice the depth is four times the text.
      { from, atMost: (1.25 * bodyOf(2 * from).length) / bodyOf(from).length },
    )
    const body = bodyOf(size)
    expect(recovered(around(body), 1)).toContain('bd-x7y8')
    expect(recovered(around(body), 2)).toContain('Rate limit')
    expect(recovered(body, 1)).not.toBe('')
  },
  240_000,
)

test('recover reads Markdown that is too slow for remark with the scan alone, and reports the damage', () => {
  const { text } = recover(around(`${'- '.repeat(3000)}[a]: b`), {
    level: 1,
    source: 'NOTES.md',
    code: noCode,
  })
  expect(text).toContain('Damaged: intricate markdown at line 6')
  expect(text).toContain('Rate limit: Use it')
})
