import { expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/protocol/notes.ts'

/** Generous: other tests share the machine. What is guarded against is minutes, or a crash. */
const SECONDS = 10

test.each([
  ['quotes nested 5,000 deep', `${'> '.repeat(5000)}x`],
  ['lists nested 1,000 deep', Array.from({ length: 1000 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
  ['markers nested on one line', `${'- '.repeat(3000)}x`],
  ['20,000 markers on one line', `${'- '.repeat(20_000)}x`],
  ['markers that could be rules', `${'- '.repeat(10_000)}${'* '.repeat(10_000)}-`],
  ['a definition in 3,000 lists', `${'- '.repeat(3000)}[a]: b\n`],
  ['empty lists nested 1,000 deep', Array.from({ length: 1000 }, (_, n) => `${'  '.repeat(n)}-`).join('\n')],
  ['tasks nested 2,000 deep', Array.from({ length: 2000 }, (_, n) => `${'  '.repeat(n)}- [ ] x`).join('\n')],
  ['a line of ten megabytes', `## Blockers\n- ${'word '.repeat(2_000_000)}\n`],
  ['a word of ten megabytes', `## Blockers\n- ${'word'.repeat(2_500_000)}\n`],
  ['what starts like an entry, 100,000 times', '# a\n**b**\n- c\n'.repeat(100_000)],
  ['the same with CR', '# a\r**b**\r- c\r'.repeat(100_000)],
  [
    'a table of 100,000 rows',
    `## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n${'| 2026-01-01T10:00Z | a | b |\n'.repeat(100_000)}`,
  ],
  ['100,000 loose rows', `## Session Log\n${'| 2026-01-01T10:00Z | a | b |\n\n'.repeat(100_000)}`],
  ['200,000 tasks', `## Open Questions\n\n${'- [ ] a\n'.repeat(200_000)}`],
  ['NUL bytes and lone surrogates', '## Blockers\n- a\u0000b \uD800 c\n'.repeat(1000)],
  ['nothing', ''],
  ['a byte order mark', '\uFEFF'],
])(
  '%s: read and linted, in time',
  (_, text) => {
    const started = performance.now()
    const notes = readNotes(text)
    const { crashes } = lint(lintContext(notes, { now: new Date() }), rules)
    expect(crashes).toEqual([])
    expect((performance.now() - started) / 1000).toBeLessThan(SECONDS)
  },
  60_000,
)
