import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { slice } from '../../src/markdown/document.ts'
import { type NotesRecord, readNotes } from '../../src/notes/notes.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { profileExamples } from '../fixtures/profiles.ts'

const seed = readFileSync(new URL('../fixtures/seed-example.md', import.meta.url), 'utf8')

/** One line for a record, as the fixtures write it. */
function summary(record: NotesRecord): string {
  const done = 'done' in record && record.done ? 'done' : ''
  const status = 'status' in record && record.status !== 'in-force' ? record.status : ''
  const type = record.kind === 'blocker' ? record.type : ''
  const at = record.kind === 'reference' ? record.verified?.text : 'at' in record ? record.at?.text : ''
  const title =
    record.kind === 'log'
      ? record.summary
      : record.kind === 'context'
        ? record.bead?.id
        : record.kind === 'reference'
          ? record.identifier.replaceAll(/`|\$\{PROJECT_ROOT\}\//g, '')
          : record.title
  const parts = record.kind === 'reference' ? [title, at] : [type, record.id, at, title]
  return [record.kind, done, status, ...parts].filter(Boolean).join(' ').slice(0, 60)
}

describe.each(shapes)('the notes shape "$name"', ({ text, profile, records }) => {
  test('is read with its records and profile', () => {
    const notes = readNotes(text)
    expect(notes.records.map(summary)).toEqual(records.map(line => line.slice(0, 60)))
    expect(notes.profile).toBe(profile)
  })

  test('is read the same with CRLF line endings', () => {
    const twin = readNotes(text.replaceAll(/\r?\n/g, '\r\n'))
    expect(twin.records.map(summary)).toEqual(records.map(line => line.slice(0, 60)))
  })
})

test.each(profileExamples)(
  'the profile of fixtures/profiles/$name.md is detected as $name',
  ({ name, text }) => {
    expect(readNotes(text).profile).toBe(name)
  },
)

describe("the protocol's own example", () => {
  const { document, profile, records } = readNotes(seed)
  const of = <K extends NotesRecord['kind']>(kind: K) =>
    records.filter((record): record is NotesRecord & { kind: K } => record.kind === kind)

  test('has the sam profile', () => expect(profile).toBe('sam'))

  test('has a context with bead, checkpoint and reasoning state', () => {
    const [context] = of('context')
    expect(context?.bead).toEqual({ id: 'bd-x7y8', title: 'task description' })
    expect(context?.checkpoint).toMatchObject({ text: '2024-01-15T14:30:00Z', precision: 'second' })
    expect(context?.state).toBe("Where we left off, what's next")
  })

  test('has one decision with all five fields, one quote and three scenarios', () => {
    const [decision, ...more] = of('decision')
    expect(more).toEqual([])
    expect(decision).toMatchObject({
      at: { text: '2024-01-15T14:30:00Z' },
      title: 'Token Expiry Handling',
      decision: 'Use sliding window expiration with 15-minute grace period',
      rationale: 'Balances security (short expiry) with UX (no mid-session logouts)',
      evidence: [
        {
          quote: 'export function isTokenExpired(token: Token, graceMs = 900000)',
          locator: { kind: 'project', path: 'src/auth/jwt.ts', lines: [{ from: 52, to: 52 }] },
        },
      ],
      scenarios: [
        { text: 'Token expires exactly at boundary -> grace period applies' },
        { text: 'Token expires beyond grace -> forced refresh' },
        { text: 'Refresh token also expired -> full re-authentication' },
      ],
    })
  })

  test('has two references with place, purpose and time of day', () => {
    expect(of('reference')).toMatchObject([
      {
        locator: { path: 'src/auth/jwt.ts', lines: [{ from: 45, to: 67 }] },
        purpose: 'Token validation logic',
        verified: { text: '14:25:00Z', precision: 'time' },
      },
      {
        locator: { path: 'src/auth/refresh.ts', lines: [{ from: 12, to: 34 }] },
        purpose: 'Refresh flow',
        verified: { text: '14:28:00Z' },
      },
    ])
  })

  test('has one open question and two goals that say what they wait for', () => {
    expect(of('question')).toMatchObject([
      { title: 'Should grace period be configurable per-client?', done: false },
    ])
    expect(of('goal')).toMatchObject([
      { title: 'Implement authentication flow', done: false, blocking: 'waiting on OAuth provider setup' },
      { title: 'Refactor database layer', done: false, dependsOn: 'migration script approval' },
    ])
  })

  test('has two debts, two blockers, two log rows and two archived decisions', () => {
    expect(of('debt')).toMatchObject([
      {
        id: 'TD-001',
        title: 'N+1 query in user list endpoint',
        severity: 'MEDIUM',
        foundBy: 'implementing-tasks',
        sprint: 'S03',
      },
      {
        id: 'TD-002',
        title: 'Missing input validation on /api/upload',
        severity: 'HIGH',
        foundBy: 'auditing-security',
        sprint: 'S03',
      },
    ])
    expect(of('blocker')).toMatchObject([
      { type: 'waiting', title: 'OAuth provider credentials', eta: '2024-01-15' },
      { type: 'blocked', title: 'Cannot proceed with payments until legal review complete' },
    ])
    expect(of('log').map(({ at, agent }) => [at?.text, agent])).toEqual([
      ['2024-01-10T14:30Z', 'implementing-tasks'],
      ['2024-01-10T16:45Z', 'reviewing-code'],
    ])
    expect(of('archive').map(({ at, title, decidedBy }) => [at?.text, title, decidedBy])).toEqual([
      ['2024-01-08', 'Use PostgreSQL over MySQL', 'designing-architecture'],
      ['2024-01-09', 'JWT over sessions', 'designing-architecture'],
    ])
  })

  test('is read with the line numbers of every record', () => {
    const lines = records.map(record => document.lines.range(record.span))
    expect(lines.map(({ from, to }) => `${from}-${to}`).join(' ')).toBe(
      '11-13 19-19 20-20 26-34 38-38 42-42 43-43 49-49 50-50 54-54 55-55 61-61 62-62 68-68 69-69',
    )
    for (const { span } of records) expect(slice(document, span)).toBe(slice(document, span).trim())
  })
})

const table = (row: string): string => `| Date | Decision | Rationale |\n|---|---|---|\n${row}\n`
const block = (title: string, decision: string, more = ''): string =>
  `#### 2026-01-03T00:00:00Z - ${title}\n${more}**Decision**: ${decision}\n**Rationale**: why\n**Evidence**:\n- \`a\` [\${PROJECT_ROOT}/a.ts:1]\n\n**Test Scenarios**:\n1. one\n2. two\n3. three\n`

test.each([
  ['the text of a bullet', '- 2026-01-03: ~~use C~~\n'],
  ['a whole bullet', '- ~~2026-01-03: use C~~\n'],
  ['the bold title of a bullet', '- **2026-01-03**: **~~Use C.~~** It is slow\n'],
  ['the text after the bold title of a bullet', '- 2026-01-03: **Use C.** ~~It is fast~~\n'],
  ['the text of a dated paragraph', '2026-01-03: ~~use C~~\n'],
  ['the decision cell of a row', table('| 2026-01-03 | ~~use C~~ | fast |')],
  ['the decision cell of a row inside bold', table('| 2026-01-03 | **~~use C~~** | fast |')],
  ['a whole row', table('| ~~2026-01-03~~ | ~~use C~~ | ~~fast~~ |')],
  [
    'a decision cell up to the fields after it',
    table('| 2026-01-03 | ~~use C~~<br>**Decided By**: me | fast |'),
  ],
  ['the title of a block', block('~~use C~~', 'use C')],
  ['the title of a block with a status', block('~~use C~~', 'use C', '**Status**: Accepted\n')],
  ['the decision of a block', block('use C', '~~use C~~')],
  ['all lines of a block', '#### 2026-01-03 - use C\n~~**Decision**: use C~~\n~~**Rationale**: fast~~\n'],
  ['the decision of a dated section', '', ' — 2026-01-03\n\n**Decision**: ~~use C~~\n'],
])('a decision is superseded when strikethrough covers %s', (_, body, heading = '') => {
  const { records } = readNotes(`## Decision Log${heading}\n\n${body}`)
  expect(records.map(record => 'status' in record && record.status)).toEqual(['superseded'])
})

test.each([
  ['a bullet', '- 2026-01-03: use ~~C~~ D\n', 'use ~~C~~ D'],
  ['a cell', table('| 2026-01-03 | use ~~C~~ D | fast |'), 'use ~~C~~ D'],
  ['two words of a cell', table('| 2026-01-03 | ~~B~~ D, not ~~C~~ | fast |'), '~~B~~ D, not ~~C~~'],
  ['a tilde written as an entity', table('| 2026-01-03 | &#126;~C~~ | fast |'), '~~C~~'],
  ['the title of a block', block('use ~~C~~ D', 'use D'), 'use ~~C~~ D'],
  ['the start of a block title', block('~~C~~ D', 'use D'), '~~C~~ D'],
  ['the date of a bullet', '- ~~2026-01-03~~: use D\n', 'use D'],
])('a decision with partial strikethrough stays in force and keeps its title: %s', (_, body, title) => {
  const { records } = readNotes(`## Decision Log\n\n${body}`)
  expect(records).toMatchObject([{ status: 'in-force', title }])
})
