import { expect, test } from 'vitest'
import { readDocument } from '../../src/markdown/document.ts'
import { readSections, type Section } from '../../src/notes/section.ts'
import fc from '../property.ts'

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 300)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

const entry = `#### 2024-01-15T14:30:00Z - Token expiry
**Decision**: Sessions slide
**Evidence**:
- \`const graceMs = 900\` [\${PROJECT_ROOT}/src/auth/jwt.ts:52]
**Test Scenarios**:
1. At the boundary
`

/** The values of a section, getters included, with its parent by name. */
const valuesOf = ({ parent, entries, ...section }: Section) => ({
  ...section,
  parent: parent?.title,
  entries: entries.map(({ heading, depth, title, span, blocks }) => ({
    heading,
    depth,
    title,
    span,
    blocks,
  })),
})

/** Checks that whole entries and single blocks lead to the same sections; returns how many entries are whole. */
function readBothWays(text: string): number {
  const { pieces, blocks } = readDocument(text)
  expect(readSections({ text, pieces }).map(valuesOf)).toEqual(
    readSections({ text, pieces: blocks }).map(valuesOf),
  )
  return pieces.filter(({ type }) => type === 'entry').length
}

test.each([
  ['an entry in a log', `## Decision Log\n\n${entry}\n## End\n`],
  ['an entry outside a log', `# Title\n\n${entry}\n## End\n`],
  ['an entry at the start of a file', `${entry}\n## End\n`],
  ['an entry that holds another entry', `## Decision Log\n### 2024-01-14 - Outer\n\n${entry}\n## End\n`],
  ['an entry that is a log itself', `${entry.replace(/^.*/, '## Decision Log')}\n${entry}\n## End\n`],
  [
    'an entry with the name of a section',
    `## Decision Log\n${entry.replace(/^.*/, '### Blockers')}\n## End\n`,
  ],
  ['an entry with a closed heading', `## Decision Log\n${entry.replace('expiry', 'expiry ####')}\n## End\n`],
  ['an entry with an empty heading', `## Decision Log\n${entry.replace(/^.*/, '####')}\n## End\n`],
])('readSections reads %s the same from whole entries and from blocks', (_, text) => {
  expect(readBothWays(text)).toBeGreaterThan(0)
  expect(readBothWays(text.replaceAll('\n', '\r\n'))).toBeGreaterThan(0)
})

test('readSections returns the same sections from entries and from blocks in any order', () => {
  const parts = fc.constantFrom(
    entry,
    entry.replace('####', '#####'),
    entry.replace(/^.*/, '## Decision Log'),
    '## Decision Log\n\n',
    '### Blockers\n- Waiting: x\n',
    '##### 2024-01-15 - Inner\ntext\n',
    'a paragraph\n\n',
    '| A | B |\n|---|---|\n| 1 | 2 |\n',
    '[x]: y\n',
    '```\nopen\n```\n',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), all => {
      readBothWays(all.join(''))
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
