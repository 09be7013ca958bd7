import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCell, encodeCell } from '../../src/protocol/cell.ts'
import { readNotes } from '../../src/protocol/notes.ts'
import { printBlocker } from '../../src/protocol/records/blocker.ts'
import { printContext } from '../../src/protocol/records/context.ts'
import { printDebt } from '../../src/protocol/records/debt.ts'
import { printDecision } from '../../src/protocol/records/decision.ts'
import { printLearning } from '../../src/protocol/records/learning.ts'
import { printLog } from '../../src/protocol/records/log.ts'
import { printReference } from '../../src/protocol/records/reference.ts'
import { printGoal, printQuestion } from '../../src/protocol/records/task.ts'
import { seedExample } from '../fixtures/markdown.ts'

test("the protocol's own example is written exactly as it stands", () => {
  const R = '${PROJECT_ROOT}'
  const printed = [
    printContext({
      bead: 'bd-x7y8 (task description)',
      checkpoint: '2024-01-15T14:30:00Z',
      state: "Where we left off, what's next",
    }),
    printReference({
      locator: `${R}/src/auth/jwt.ts:45-67`,
      purpose: 'Token validation logic',
      verified: '14:25:00Z',
    }),
    printDecision({
      at: '2024-01-15T14:30:00Z',
      title: 'Token Expiry Handling',
      decision: 'Use sliding window expiration with 15-minute grace period',
      rationale: 'Balances security (short expiry) with UX (no mid-session logouts)',
      evidence: [
        {
          quote: 'export function isTokenExpired(token: Token, graceMs = 900000)',
          locator: `${R}/src/auth/jwt.ts:52`,
        },
      ],
      scenarios: [
        'Token expires exactly at boundary -> grace period applies',
        'Token expires beyond grace -> forced refresh',
        'Refresh token also expired -> full re-authentication',
      ],
    }),
    printQuestion({ title: 'Should grace period be configurable per-client?' }),
    printGoal({ title: 'Implement authentication flow', blocking: 'waiting on OAuth provider setup' }),
    printGoal({ title: 'Refactor database layer', dependsOn: 'migration script approval' }),
    printDebt({
      id: 'TD-001',
      title: 'N+1 query in user list endpoint',
      severity: 'MEDIUM',
      foundBy: 'implementing-tasks',
      sprint: 'S03',
    }),
    printBlocker({ type: 'waiting', title: 'OAuth provider credentials', eta: '2024-01-15' }),
    printBlocker({ type: 'blocked', title: 'Cannot proceed with payments until legal review complete' }),
    printLog({
      at: '2024-01-10T14:30Z',
      agent: 'implementing-tasks',
      summary: 'Completed user auth, starting OAuth integration',
    }),
  ]
  for (const text of printed) expect(seedExample).toContain(text)
})

test('a learning is printed as a bullet, and read back', () => {
  const text = printLearning({ title: 'Cold starts dominate' })
  expect(text).toBe('- Cold starts dominate\n')
  expect(readNotes(`## Learnings\n${text}`).records).toMatchObject([
    { kind: 'learning', title: 'Cold starts dominate' },
  ])
})

test('any text survives a table cell', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '|',
      '\\',
      '`',
      '<br>',
      '<br/>',
      '<BR >',
      '&lt;',
      '&amp;',
      '&#124;',
      '&#92;',
      'a',
      ' ',
      '\n',
      '😀',
      '$&',
      '-->',
      '#',
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        nasty.map(parts => parts.join('')),
      ),
      value => {
        const wanted = value.trim().replaceAll(/\r\n|\r/g, '\n')
        const cell = encodeCell(value)
        expect(cell).not.toMatch(/[\r\n]/)
        const table = `## Learnings\n| ID | Learning |\n|---|---|\n| L-1 | ${cell} |\n`
        expect(decodeCell(cell)).toBe(wanted)
        const [record] = readNotes(table).records
        expect(record?.kind === 'learning' ? record.title : undefined).toBe(wanted)
      },
    ),
    { numRuns: 3000, seed: 3 },
  )
})

test.each([
  ['a backtick', 'const a = `b`'],
  ['backticks at both ends', '`a`'],
  ['runs of backticks', 'a `` b ``` c'],
  ['brackets', 'app[id](x)[y]'],
  ['several lines', 'if (a) {\n  b()\n\n  c()\n}'],
  ['a fence', '```ts\nx\n```'],
  ['a field', '**Decision**: not one\n**Rationale**: neither'],
  ['blanks at both ends', ' a '],
])('evidence with %s is read back word for word', (_, quote) => {
  const text = printDecision({
    at: '2026-01-01T00:00:00Z',
    title: 'T',
    decision: 'd',
    rationale: 'r',
    evidence: [
      { quote, locator: '${PROJECT_ROOT}/app/[id]/a b.ts:5-9' },
      { quote: 'plain', locator: '${PROJECT_ROOT}/b.ts:1' },
    ],
    scenarios: ['1', '2', '3'],
  })
  const [decision] = readNotes(`## Decision Log\n${text}`).records
  expect(decision).toMatchObject({
    decision: 'd',
    rationale: 'r',
    evidence: [
      { quote, locator: { path: 'app/[id]/a b.ts', lines: [{ from: 5, to: 9 }] } },
      { quote: 'plain', locator: { path: 'b.ts' } },
    ],
    scenarios: [{ text: '1' }, { text: '2' }, { text: '3' }],
  })
})
