import { describe, expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { notes } from '../notes-cli.ts'

const project = (text: string | Uint8Array = seedExample) => folderWith({ 'NOTES.md': text })
const json = (args: string[], text = seedExample) =>
  JSON.parse(notes([...args, '--json'], { cwd: project(text) }).stdout)

test('show --json prints profile, sections and records with their lines', () => {
  const { profile, sections, records } = json(['show'])
  expect(profile).toBe('sam')
  expect(sections).toContainEqual({ kind: 'decision-log', title: 'Decision Log', lines: [22, 34] })
  expect(records.map(({ kind }: { kind: string }) => kind)).toEqual([
    'context',
    ...['reference', 'reference', 'decision', 'question', 'goal', 'goal'],
    ...['debt', 'debt', 'blocker', 'blocker', 'log', 'log', 'archive', 'archive'],
  ])
  expect(records[3]).toEqual({
    kind: 'decision',
    handle: 'd-359f',
    at: '2024-01-15T14:30:00Z',
    title: 'Token Expiry Handling',
    lines: [26, 34],
    precision: 'second',
    decision: 'Use sliding window expiration with 15-minute grace period',
    rationale: 'Balances security (short expiry) with UX (no mid-session logouts)',
    evidence: [
      {
        quote: 'export function isTokenExpired(token: Token, graceMs = 900000)',
        place: '${PROJECT_ROOT}/src/auth/jwt.ts:52',
        lines: [30, 30],
      },
    ],
    scenarios: [
      'Token expires exactly at boundary -> grace period applies',
      'Token expires beyond grace -> forced refresh',
      'Refresh token also expired -> full re-authentication',
    ],
    status: 'in-force',
  })
})

describe('notes show', () => {
  const first = (what: string) => notes(['show', what], { cwd: project() }).stdout.split('\n')[0]

  test.each([
    [
      'by id, ignoring case',
      'td-001',
      '| TD-001 | N+1 query in user list endpoint | MEDIUM | implementing-tasks | S03 |',
    ],
    ['by timestamp', '2024-01-15T14:30:00Z', '#### 2024-01-15T14:30:00Z - Token Expiry Handling'],
    ['by words of a title', 'token expiry', '#### 2024-01-15T14:30:00Z - Token Expiry Handling'],
    ['by heading', 'pending questions', '### Pending Questions'],
    ['by kind', 'debt', '## Discovered Technical Debt'],
    ['by the short name of a section', 'log', '## Session Continuity Log'],
    ['by the plural of a kind', 'decisions', '### Decision Log'],
    ['by part of a heading', 'continuity log', '## Session Continuity Log'],
  ])('finds a record or section %s', (_, what, line) => expect(first(what)).toBe(line))
})

test('show exits with 1 for an ambiguous name and lists the candidates with their lines and handles', () => {
  const { code, stdout } = notes(['show', 'auth'], { cwd: project() })
  expect(code).toBe(1)
  expect(stdout).toMatch(/match "auth"/)
  expect(stdout).toMatch(/42\s+g-e403\s+goal\s+Implement authentication flow/)
})

test('show exits with 1 for an unknown name and suggests notes show', () => {
  const { code, stdout, stderr } = notes(['show', 'nope'], { cwd: project() })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/nope[\s\S]*notes show/)
})

test.each([
  ['show'],
  ['status'],
  ['search', 'x'],
  ['decision', 'list'],
  ['decision', 'show', 'x'],
  ['context'],
  ['verify'],
  ['lint'],
  ['question', 'add', 'Why?'],
  ['edit', 'x', '--title', 'y'],
  ['evidence', 'update', 'x'],
])('without a notes file %s exits with 2 and suggests notes init', (...args) => {
  const { code, stdout, stderr } = notes(args, { cwd: folderWith({ '.git/': '' }) })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('notes init')
})

test.each([
  ['binary', Buffer.from([35, 32, 0, 1, 2, 255])],
  ['UTF-16', Buffer.from('\uFEFF# Notes\n', 'utf16le')],
  ['not UTF-8', Buffer.from([0x23, 0x20, 0xe9, 0x0a])],
])('show exits with 2 for a file that is %s and suggests a fix', (_, bytes) => {
  const { code, stdout, stderr } = notes(['show'], { cwd: project(bytes) })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/fix: ./)
})

test('show prints the readable part of a damaged file and calls the file damaged', () => {
  const { code, stdout } = notes(['show'], { cwd: project('## Blockers\n- Waiting: x\n```\n## Debt\n') })
  expect(code).toBe(0)
  expect(stdout).toMatch(/damaged/)
  expect(stdout).toMatch(/blocker\s+x/)
})

test('show prints a notes file without its control characters', () => {
  const { stdout } = notes(['show', 'blockers'], { cwd: project('## Blockers\n- a\u001b[2Jb\u0007\n') })
  expect(stdout).toBe('## Blockers\n- ab\n')
})

test('show --json handles an empty file and a file without headings', () => {
  expect(json(['show'], '')).toMatchObject({ sections: [], records: [] })
  expect(json(['show'], 'just text\n').sections).toEqual([{ kind: 'other', title: '', lines: [1, 1] }])
})

test('show uses the profile of the configuration', () => {
  const cwd = folderWith({
    'NOTES.md': seedExample,
    'notes.config.json': '{"profile":"loose","beads":{"prefixes":["x"]}}',
  })
  const { profile, records } = JSON.parse(notes(['show', '--json'], { cwd }).stdout)
  expect(profile).toBe('loose')
  expect(records[0].bead).toEqual({ title: 'bd-x7y8 (task description)' })
})

test('show finds a record by its line, such as L26', () => {
  expect(json(['show', 'L26']).records).toEqual([expect.objectContaining({ title: 'Token Expiry Handling' })])
})
