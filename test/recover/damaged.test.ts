import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/markdown/tokens.ts'
import { recover } from '../../src/recover/recover.ts'
import { expectGrowth } from '../growth.ts'

const code = undefined
const level = (level: 1 | 2, text: string, more: { budget?: number; query?: string } = {}): string =>
  recover(text, { level, source: 'NOTES.md', code, ...more }).text

const entry = (title: string): string => `#### 2026-01-02T00:00:00Z - ${title}\n**Decision**: Do ${title}\n`
const notes = (state: string, decisions = entry('limit')): string =>
  `# N\n\n## Session Continuity\n\n### Active Context\n${state}\n\n### Decision Log\n\n${decisions}\n`

const mine = '- **Current Bead**: bd-1 (task)\n- **Reasoning State**: mine'
const theirs = '- **Current Bead**: bd-2 (task)\n- **Reasoning State**: theirs'

test.each([
  ['two sides', `<<<<<<< HEAD\n${mine}\n=======\n${theirs}\n>>>>>>> other`, 6],
  ['three sides', `<<<<<<< HEAD\n${mine}\n||||||| base\n${theirs}\n=======\n${theirs}\n>>>>>>> other`, 6],
  [
    'a single line with two sides',
    mine.replace('mine', 'both\n<<<<<<< a\n- **State**: mine\n=======\n- **State**: theirs\n>>>>>>> b'),
    8,
  ],
  ['no start marker', `${mine}\n=======\n${theirs}\n>>>>>>> other`, 11],
  ['CRLF', `<<<<<<< HEAD\n${mine}\n=======\n${theirs}\n>>>>>>> other`.replaceAll('\n', '\r\n'), 6],
])('level 1 recovers the first side of a conflict in the context: %s', (_, state, line) => {
  const text = level(1, notes(state))
  expect(text).toMatch(
    new RegExp(
      `^Damaged: conflict marker at line ${line}; repair: notes merge FILE\\nState: (?:mine|both)\\nBead: bd-1 `,
    ),
  )
  expect(text).toContain(': limit: Do limit')
  expect(text).not.toMatch(/theirs|====|<<<<|>>>>/)
})

test('level 1 does not read a title underlined with seven equals signs as a conflict', () => {
  const text = notes(mine).replace('# N', 'Project\n=======')
  for (const marker of ['>>>>>>> feature', '>>>>>>>']) {
    const shown = level(1, `${text}\n${marker}\n\n## Open Questions\n- [ ] why\n`, { budget: 300 })
    expect(shown).toMatch(/^Damaged: conflict marker/)
    expect(shown).toContain('Bead: bd-1 (task)')
    expect(shown).toContain('limit: Do limit')
    expect(shown).toContain('Open: why')
  }
})

test.each([
  ['that open', '<<<<<<< HEAD\ntext of a line here\n\n'],
  ['that close', 'text\n>>>>>>> other\n\n'],
  ['of a third side', '<<<<<<< a\n||||||| b\n||||||| c\ntext\n'],
])('recovering from 20,000 conflict markers %s costs time in proportion to their number', (_, part) => {
  const recovering = (markers: number) => {
    const text = `${notes(mine)}${part.repeat(markers)}`
    return () => level(1, text)
  }
  expectGrowth(recovering, { from: 2_000 })
  expect(recovering(20_000)()).toMatch(/^Damaged: conflict marker/)
})

test('level 1 reads the first side of a conflict between fields and between entries', () => {
  const fields = entry('limit').replace(
    'Do limit\n',
    'mine\n=======\n**Decision**: theirs\n>>>>>>> b\n**Rationale**: why\n',
  )
  const inside = fields.replace('**Decision**: mine', '<<<<<<< a\n**Decision**: mine')
  expect(level(1, notes(mine, inside))).toContain(': limit: mine (why: why)')
  const entries = `<<<<<<< a\n${entry('one')}\n=======\n${entry('two')}\n>>>>>>> b\n${entry('three')}`
  const text = level(1, notes(mine, entries), { budget: 300 })
  expect(text).toMatch(/Decided \(Jan 2\): one: Do one/)
  expect(text).toMatch(/Decided \(Jan 2\): three: Do three/)
  expect(text).not.toContain('two')
})

test.each([
  ['an unclosed conflict', `<<<<<<< HEAD\n${mine}\n=======\n${theirs}`, /State: mine\n/],
  ['a conflict without a middle marker', `<<<<<<< HEAD\n${mine}\n>>>>>>> other`, /State: mine\n/],
])('level 1 shows the context but no markers of %s', (_, state, expected) => {
  const text = level(1, notes(state))
  expect(text).toMatch(expected)
  expect(text).not.toMatch(/<<<<|>>>>|====/)
})

test.each([
  [
    'a conflict',
    notes(`<<<<<<< HEAD\n${mine}\n=======\n${theirs}\n>>>>>>> other`),
    'conflict marker at line 6; repair: notes merge FILE',
  ],
  [
    'an unclosed fence',
    `${notes(mine)}\n\`\`\`\nmore\n`,
    'unclosed fence at line 15; what follows was not read; repair: notes heal',
  ],
])('level 2 reports damage by %s within its budget', (_, text, damage) => {
  for (const query of ['limit', 'zzz', undefined])
    for (const budget of [20, 21, 25, 33, 60, 500]) {
      const asked = { budget, ...(query === undefined ? {} : { query }) }
      const shown = level(2, text, asked)
      expect(estimateTokens(shown)).toBeLessThanOrEqual(budget)
      expect(shown).toMatch(/^Damaged: /)
      expect(shown).not.toMatch(/====|<<<<|theirs/)
      if (budget === 500)
        expect(shown).toMatch(new RegExp(`^Damaged: ${damage}\n(?:L\\d|No record|State: mine)`))
      if (budget > 30 && query === 'limit') expect(shown).toMatch(/\nL\d/)
    }
})
