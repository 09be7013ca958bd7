import { expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/protocol/notes.ts'

/** Nearly all take half a second on a quiet machine; pipes took seven and more before they were bounded. */
const SECONDS = 5

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['ten megabytes of words on one line', 'lorem ipsum dolor '.repeat(560_000)],
  ['ten megabytes of pipes on one line', '|'.repeat(10_000_000)],
  ['two million cells on one line', '| a '.repeat(2_000_000)],
  [
    'a table of 100,000 rows',
    `| ID | Description | Severity | Found By | Sprint |\n|---|---|---|---|---|\n${lines(100_000, at => `| TD-${at} | x | HIGH | me | S1 |`)}`,
  ],
  ['lists, 2,000 deep', lines(2000, at => `${'  '.repeat(at)}- a`)],
  ['quotes, 10,000 deep', `${'>'.repeat(10_000)} a`],
  ['five megabytes of backticks', `${'`'.repeat(5_000_000)} a`],
  ['500,000 comments that never end', '<!--'.repeat(500_000)],
]

const SECTIONS = ['Decision Log', 'Discovered Technical Debt', 'Session Continuity Log']

test.each(BODIES)(
  '%s: linted in time, whatever section it is in',
  (_, body) => {
    for (const section of SECTIONS) {
      const started = performance.now()
      const context = lintContext(readNotes(`# Memory\n\n## ${section}\n\n${body}\n`), { now: new Date(0) })
      expect(lint(context, rules).crashes).toEqual([])
      expect((performance.now() - started) / 1000, section).toBeLessThan(SECONDS)
    }
  },
  60_000,
)
