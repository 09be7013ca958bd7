import { describe, expect, test } from 'vitest'
import { painter, shownOnTerminal } from '../../src/safety/door.ts'
import { textWidth } from '../../src/safety/visible.ts'
import { layOut, type Table } from '../../src/terminal/print/output.ts'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'
import { hasTerminal, onTerminal } from './on-terminal.ts'

const safe = (text: string) => shownOnTerminal(text, { color: true })
const plain = (text: string) => text
const laidOut = (table: Table, width = Number.POSITIVE_INFINITY) =>
  layOut(table, { safe, width, faint: plain })

describe('a table', () => {
  test('keeps its columns when a cell is empty, and leaves out a column that is empty in every row', () => {
    const rows = [
      ['L1', 'done', '', 'TD-1 fix total'],
      ['L20', '', '', 'TD-2 add an index'],
      ['L3', 'draft', '', ''],
    ]
    expect(laidOut({ rows })).toEqual([
      'L1   done   TD-1 fix total',
      'L20         TD-2 add an index',
      'L3   draft',
    ])
  })

  test('cuts only the last column to the width, and nothing without a terminal', () => {
    const rows = [['L1', 'src/a-long-path/of/a-file.ts:12', 'a text that is much longer than its room']]
    expect(laidOut({ rows }, 65)).toEqual([
      'L1  src/a-long-path/of/a-file.ts:12  a text that is much longer…',
    ])
    expect(laidOut({ rows })[0]).toContain('longer than its room')
  })

  test('moves the text of a cramped row to a line of its own', () => {
    const rows = [
      ['L1', 'src/a-long-path/of/a-file.ts:12', 'a text that is longer than its room'],
      ['L2', 'src/a.ts:1', 'short'],
    ]
    const lines = laidOut({ rows, head: ['line', 'place', 'text that goes with it'] }, 45)
    expect(lines).toEqual([
      'line  place',
      'L1    src/a-long-path/of/a-file.ts:12',
      '    a text that is longer than its room',
      'L2    src/a.ts:1                       short',
    ])
  })

  test('leaves out spare columns when the text would be cramped', () => {
    const rows = [['L1', 'by the bench', 'a text that wants forty columns and more of them']]
    expect(laidOut({ rows, spare: [1] }, 50)).toEqual(['L1  a text that wants forty columns and more of t…'])
    expect(laidOut({ rows, spare: [1] }, 70)[0]).toContain('by the bench')
  })

  test('wraps the last column below itself when `wraps` is set', () => {
    const rows = [['state', 'one two three four five six seven eight nine']]
    expect(laidOut({ rows, wraps: true }, 37)).toEqual([
      'state  one two three four five six',
      '       seven eight nine',
    ])
  })

  test('counts CJK characters and emoji as two columns', () => {
    const rows = [
      ['決定', 'a'],
      ['🎉', 'b'],
      ['wide', '決定'.repeat(20)],
    ]
    const lines = laidOut({ rows }, 41)
    expect(lines.slice(0, 2)).toEqual(['決定  a', '🎉    b'])
    expect(lines[2]).toMatch(/^wide {2}[決定]+…$/)
    expect(textWidth(lines[2] ?? '')).toBe(41)
  })

  test('is measured without its colors', () => {
    const { bad } = painter(true)
    const rows = [
      [{ text: 'missing', look: bad }, 'x'],
      [{ text: 'ok', look: bad }, 'y'],
    ]
    expect(laidOut({ rows }).map(line => shownOnTerminal(line, { color: false }))).toEqual([
      'missing  x',
      'ok       y',
    ])
  })

  test('masks a secret before it is cut', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const [line = ''] = laidOut({ rows: [['L1', `the token ${token} was left in the log`]] }, 36)
    expect(line).not.toContain('a1B2a1')
    expect(textWidth(line)).toBeLessThanOrEqual(36)
  })
})

const debts = `# Notes

## Technical Debt

| ID | Description | Severity | Found By | Sprint |
|----|-------------|----------|----------|--------|
| TD-001 | The retry of the upload sends every chunk again when only the last one has failed, on slow lines | HIGH | reviewer | S1 |
| TD-002 | ~~fix total~~ | LOW | | S1 |
`
describe.skipIf(!hasTerminal)('on a terminal (skipped where script(1) is not installed)', () => {
  const project = () => folderWith({ '.git/': '', 'NOTES.md': debts })

  test('debt list fits the width, and shows who found a debt only where there is room', () => {
    const cwd = project()
    const [narrow = ''] = onTerminal('debt list', { width: 60, cwd }).split('\n')
    expect(narrow).toMatch(/^t-[0-9a-f]{4} {2}high {2}TD-001 {1,2}The retry of the upload .*…$/)
    expect(textWidth(narrow)).toBeLessThanOrEqual(60)
    expect(onTerminal('debt list', { width: 100, cwd })).toContain('high  by reviewer  TD-001')
  })

  test.each(['rules', 'config', 'status', 'verify', 'debt list --all', 'lint', '--help'])(
    'notes %s has no line wider than 100 columns',
    line => {
      const lines = onTerminal(line, { width: 100, cwd: project() }).split('\n')
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.filter(text => textWidth(text) > 100)).toEqual([])
    },
  )
})

test('debt list prints whole titles to a pipe, whatever COLUMNS says', () => {
  const cwd = folderWith({ '.git/': '', 'NOTES.md': debts })
  const { stdout } = notes(['debt', 'list'], { cwd, env: { COLUMNS: '40' } })
  expect(stdout).toContain('has failed, on slow lines')
  expect(stdout).not.toContain('…')
})

test('lists show the ETA of a blocker, the agent of a log row and, in brackets, what a goal waits for', () => {
  const text = `# Notes

## Blockers & Dependencies

- Waiting: OAuth credentials (ETA: 2026-01-25)

## Session Continuity Log

| Timestamp | Agent | Summary |
|-----------|-------|---------|
| 2026-01-20T10:00Z | reviewer | Flagged 3 issues |

## Active Sub-Goals

- [ ] Ship upload v2 (blocking: validation missing)
`
  const cwd = folderWith({ '.git/': '', 'NOTES.md': text })
  const list = (kind: string) => notes([kind, 'list'], { cwd }).stdout
  expect(list('blocker')).toMatch(/^b-[0-9a-f]{4} {2}waiting {2}ETA 2026-01-25 {2}OAuth credentials\n$/)
  expect(list('log')).toMatch(/^log-[0-9a-f]{4} {2}2026-01-20T10:00Z {2}reviewer {2}Flagged 3 issues\n$/)
  expect(list('goal')).toMatch(/^g-[0-9a-f]{4} {2}Ship upload v2 \(blocking: validation missing\)\n$/)
})
