import { test } from 'vitest'
import { goneRecords } from '../../src/notes/gone.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { calledDone } from '../../src/notes/state/standing.ts'
import { expectGrowth } from '../growth.ts'

test.each([
  [
    'decisions grouped below one heading',
    n => `## Decision Log\n### Sprint\n${'#### D-1: x\ntext\n'.repeat(n)}`,
  ],
  [
    'headings below one blocker',
    n => `## Blockers\n### X\n${'- a\n'.repeat(n)}${'#### Y\ntext\n'.repeat(n)}`,
  ],
  ['field groups', n => `## Decisions\n${'**Decision: X**\n- **Why**: y\n\n'.repeat(n)}`],
  ['dated sections', n => `# N\n${'## Decision Log — 2026-05-12\n- x\n'.repeat(n)}`],
  ['contexts', n => `# N\n${'## Next\n- x\n'.repeat(n)}`],
] as const satisfies readonly (readonly [string, (n: number) => string])[])(
  'reading %s takes time in proportion to their number',
  (_, textOf) => {
    expectGrowth(
      size => {
        const text = textOf(size)
        return () => readNotes(text).records.length
      },
      { from: 2_000 },
    )
  },
  120_000,
)

test('comparing a file with its replacement takes time in proportion to the number of records', () => {
  const words = ['cache', 'pool', 'token', 'queue', 'retry', 'index', 'limit', 'schema', 'worker', 'ledger']
  const titles = (count: number, step: number): string =>
    Array.from({ length: count }, (_, at) => {
      const [one, two, three] = [at, at * step, at * step * 7].map(n => words[n % words.length])
      return `- [ ] Is the ${one} ${two} of ${three} ${at * step}?\n`
    }).join('')
  expectGrowth(
    size => {
      const [before, after] = [3, 11].map(step => readNotes(`## Pending Questions\n${titles(size, step)}`))
      return () => (before && after ? goneRecords(before, after).length : 0)
    },
    { from: 500 },
  )
}, 120_000)

test.each(['**Sprint 1**', '**Sprint 1 complete**', ''])(
  'finding the goals that a file calls done takes time in proportion to their number, below the line %j',
  label => {
    expectGrowth(
      size => {
        const notes = readNotes(
          `## Active Sub-Goals\n\n${label}\n${'- [ ] Port the importer to streams\n'.repeat(size)}`,
        )
        return () => calledDone(notes).size
      },
      { from: 1_000 },
    )
  },
  120_000,
)
