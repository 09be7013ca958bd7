import { expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { expectGrowth } from '../growth.ts'

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const BODIES: readonly (readonly [what: string, bodyOf: (size: number) => string, size: number])[] = [
  ['ten megabytes of words on one line', n => 'lorem ipsum dolor '.repeat(n), 560_000],
  ['ten megabytes of pipes on one line', n => '|'.repeat(n), 10_000_000],
  ['two million cells on one line', n => '| a '.repeat(n), 2_000_000],
  [
    'a table of 100,000 rows',
    n =>
      `| ID | Description | Severity | Found By | Sprint |\n|---|---|---|---|---|\n${lines(n, at => `| TD-${at} | x | HIGH | me | S1 |`)}`,
    100_000,
  ],
  ['lists 2,000 levels deep', n => lines(n, at => `${'  '.repeat(at)}- a`), 2000],
  ['quotes 10,000 levels deep', n => `${'>'.repeat(n)} a`, 10_000],
  ['five megabytes of backticks', n => `${'`'.repeat(n)} a`, 5_000_000],
  ['500,000 comments that never end', n => '<!--'.repeat(n), 500_000],
]

const SECTIONS = ['Decision Log', 'Discovered Technical Debt', 'Session Continuity Log']

function crashesIn(section: string, body: string) {
  const notes = readNotes(`# Memory\n\n## ${section}\n\n${body}\n`)
  return lint(lintContext(notes, { now: new Date(0) }), rules).crashes
}

test.each(
  SECTIONS.flatMap(section => BODIES.map(([what, bodyOf, size]) => [what, section, bodyOf, size] as const)),
)(
  'lint takes time in proportion to the text for %s in the section %s',
  (_, section, bodyOf, size) => {
    // For nested text, both sizes are far beyond the limit above which text is read without its structure.
    const from = size > 50_000 ? size / 20 : size / 2
    expectGrowth(
      part => {
        const body = bodyOf(part)
        return () => crashesIn(section, body)
      },
      // A list twice as deep has four times the text, since each level is indented.
      { from, atMost: (1.25 * bodyOf(2 * from).length) / bodyOf(from).length },
    )
    expect(crashesIn(section, bodyOf(size))).toEqual([])
  },
  240_000,
)
