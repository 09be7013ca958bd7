import { test } from 'vitest'
import { readNotes } from '../../src/notes/notes.ts'
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
