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
