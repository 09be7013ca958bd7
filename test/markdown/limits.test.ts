import { expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { expectGrowth } from '../growth.ts'

const crashesIn = (text: string) => lint(lintContext(readNotes(text), { now: new Date() }), rules).crashes

const nested = (depth: number, line: string): string =>
  Array.from({ length: depth }, (_, n) => `${'  '.repeat(n)}${line}`).join('\n')

const shapes: readonly (readonly [what: string, textOf: (size: number) => string, size: number])[] = [
  ['quotes nested 5,000 deep', n => `${'> '.repeat(n)}x`, 5000],
  ['lists nested 1,000 deep', n => nested(n, '- x'), 1000],
  ['markers nested on one line', n => `${'- '.repeat(n)}x`, 3000],
  ['80,000 markers on one line', n => `${'- '.repeat(n)}x`, 80_000],
  ['markers that could be thematic breaks', n => `${'- '.repeat(n)}${'* '.repeat(n)}-`, 40_000],
  ['a definition in 3,000 lists', n => `${'- '.repeat(n)}[a]: b\n`, 3000],
  ['empty lists nested 1,000 deep', n => nested(n, '-'), 1000],
  ['tasks nested 2,000 deep', n => nested(n, '- [ ] x'), 2000],
  ['a line of ten megabytes', n => `## Blockers\n- ${'word '.repeat(n)}\n`, 2_000_000],
  ['a word of ten megabytes', n => `## Blockers\n- ${'word'.repeat(n)}\n`, 2_500_000],
  ['100,000 starts of an entry', n => '# a\n**b**\n- c\n'.repeat(n), 100_000],
  ['100,000 starts of an entry with CR', n => '# a\r**b**\r- c\r'.repeat(n), 100_000],
  [
    'a table of 100,000 rows',
    n =>
      `## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n${'| 2026-01-01T10:00Z | a | b |\n'.repeat(n)}`,
    100_000,
  ],
  [
    '100,000 table rows cut off from their table',
    n => `## Session Log\n${'| 2026-01-01T10:00Z | a | b |\n\n'.repeat(n)}`,
    100_000,
  ],
  ['200,000 tasks', n => `## Open Questions\n\n${'- [ ] a\n'.repeat(n)}`, 200_000],
  ['NUL bytes and lone surrogates', n => '## Blockers\n- a\u0000b \uD800 c\n'.repeat(n), 4000],
]

test.each(shapes)(
  'reading and linting %s takes time in proportion to the text',
  (_, textOf, size) => {
    // Nested shapes start at half their size, far above the limit beyond which nesting is read as plain text.
    const from = size > 50_000 ? size / 20 : size / 2
    expectGrowth(
      part => {
        const text = textOf(part)
        return () => crashesIn(text)
      },
      // Each level is indented, so twice the depth is four times the text.
      { from, atMost: (1.25 * textOf(2 * from).length) / textOf(from).length },
    )
    expect(crashesIn(textOf(size))).toEqual([])
  },
  240_000,
)

test.each([
  ['an empty text', ''],
  ['a lone byte order mark', '\uFEFF'],
])('reading and linting %s does not crash', (_, text) => {
  expect(crashesIn(text)).toEqual([])
})
