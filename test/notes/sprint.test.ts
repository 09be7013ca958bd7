import { describe, expect, test } from 'vitest'
import { readNotes } from '../../src/notes/notes.ts'
import { listSprints, readSprint, sprintToFold } from '../../src/notes/sprint/sprint.ts'
import { sprintKey, sprintsIn } from '../../src/notes/sprint/sprint-name.ts'

test.each(['S03', 's3', 'Sprint 3', 'sprint-03', 'SPRINT_3', 'sprint #3', '3', '**S03**', '`S3`'])(
  'sprintKey reads %s as sprint 3',
  name => expect(sprintKey(name)).toBe('sprint-3'),
)

test.each(['', '2026-01-05', 'S03, S04', 'S03 (done)', 'a | b', '<S03>'])(
  'sprintKey finds no sprint in %j',
  name => expect(sprintKey(name)).toBeUndefined(),
)

test.each([
  ['S30', 'sprint-30'],
  ['Sprint 3.1', 'sprint-3-1'],
  ['Cycle 104', 'cycle-104'],
  ['3a', '3-a'],
])('sprintKey reads %s as %s, not as sprint 3', (name, key) => expect(sprintKey(name)).toBe(key))

test.each([
  ['Closed S03', ['sprint-3']],
  ['Sprint 3 is done', ['sprint-3']],
  ['see a2a/sprint-03/plan.md', ['sprint-3']],
  ['a bucket in S3', []],
  ['signed with S256 and RS256, on a Galaxy S24', []],
  ['S12 done, S13 starts', ['sprint-12', 'sprint-13']],
  ['sprint 3 and 4', ['sprint-3', 'sprint-4']],
  ['sprint 3/4', ['sprint-3', 'sprint-4']],
  ['sprints 3 to 5', ['several']],
  ['cycle-52 sprint 2', ['cycle-52', 'sprint-2']],
])('from %j, sprintsIn reads the sprints %j', (text, keys) =>
  expect([...sprintsIn(text, new Set(['sprint-12']))].sort()).toEqual(keys),
)

const log = (...rows: string[]): string =>
  `## Active Context\n- **Current Bead**: bd-1\n\n## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n${rows.map(row => `| ${row} |\n`).join('')}`

/** The records that folding moves, and why the others stay. */
function closedAndStaying(text: string, key = 'sprint-3', archived?: string) {
  const sprint = readSprint(readNotes(text), key, archived === undefined ? undefined : readNotes(archived))
  const name = (record: object) =>
    'summary' in record ? record.summary : (record as { title: string }).title
  return {
    closed: sprint?.closed.map(name),
    staying: sprint?.staying.map(({ record, why }) => `${name(record)}: ${why}`),
  }
}

describe('a log row without a sprint name', () => {
  const rows = ['2026-01-05 | a | S03 starts', '2026-01-10 | a | nameless', '2026-01-19 | a | S03 ends']

  test('belongs to the sprint whose rows come before and after it', () =>
    expect(closedAndStaying(log(...rows)).closed).toEqual(['S03 starts', 'nameless', 'S03 ends']))

  test.each([
    ['before the first row', '2026-01-04 | a | out'],
    ['after the last row', '2026-01-19T10:00Z | a | out'],
    ['missing', ' | a | out'],
    ['a range of dates', '2026-01-06/2026-01-30 | a | out'],
  ])('is not folded with the sprint when its date is %s', (_, row) => {
    const { closed, staying } = closedAndStaying(log(...rows, row))
    expect(closed).not.toContain('out')
    expect(staying).toEqual([expect.stringMatching(/^out: no sprint is named/)])
  })

  test.each(['2026-01-08 | a | S04 starts early', '2026-01-08 | a | S03 and S04'])(
    'is not folded when a row of another sprint comes between: %s',
    row =>
      expect(closedAndStaying(log(...rows, row)).staying?.join('\n')).toContain(
        'nameless: no sprint is named',
      ),
  )

  test('is not folded when an archived row of another sprint comes between', () => {
    const archived = `# Archive\n\n## Sprint S04\n\nS04: 1 log row (2026-01-08)\n\n### Session Continuity Log\n${log('2026-01-08 | a | S04 starts early').split('Log\n')[1]}`
    expect(closedAndStaying(log(...rows), 'sprint-3', archived).closed).toEqual(['S03 starts', 'S03 ends'])
  })
})

test('a sprint does not start with an earlier decision whose rationale names it', () => {
  const decision =
    '\n## Decision Log\n\n### 2026-01-01 - Keep it simple\n**Decision**: One table\n**Rationale**: until Sprint 3\n'
  const rows = ['2026-01-02 | a | nameless', '2026-01-19 | a | S03 ends']
  expect(closedAndStaying(log(...rows) + decision).closed).toEqual(['S03 ends'])
})

test('a heading that names a sprint applies to all log entries below it', () => {
  const text =
    '## Session Log — 2026-01-05 (Sprint 3)\n- 2026-01-05 [me] Started\n- 2026-01-06 [me] Went on\n- 2026-01-07 [me] Ended\n'
  expect(closedAndStaying(text).closed).toEqual(['Started', 'Went on'])
})

test('folding a sprint keeps the newest log row when there is no Active Context', () => {
  const text = log('2026-01-05 | a | S03 starts', '2026-01-19 | a | S03 ends').replace(
    /^.*?## Session/s,
    '## Session',
  )
  expect(closedAndStaying(text)).toEqual({
    closed: ['S03 starts'],
    staying: ['S03 ends: the newest handoff, and there is no Active Context to resume from'],
  })
})

const debts = (...rows: string[]): string =>
  `## Technical Debt\n| ID | Description | Severity | Found By | Sprint |\n|---|---|---|---|---|\n${rows.map(row => `| ${row} |\n`).join('')}`

test('the Sprint column of a debt decides its sprint, whatever its description names', () => {
  const text = debts(
    'TD-001 | ~~a~~ — fixed in S04 | LOW | me | Sprint 3',
    'TD-002 | ~~b~~ in S03 | LOW | me | S04',
    'TD-003 | c | LOW | me | sprint-03',
    'TD-004 | ~~d~~ | LOW | me | 2026-01-05',
    'TD-005 | ~~e~~ | LOW | me | S03, S04',
  )
  expect(closedAndStaying(text)).toEqual({
    closed: ['a'],
    staying: ['c: open', 'd: no sprint is named', 'e: more than one sprint is named'],
  })
})

test('a notes file that names no sprint has no sprints', () => {
  expect(readSprint(readNotes(log('2026-01-05 | a | x')), 'sprint-3')).toBeUndefined()
  expect(listSprints(readNotes(log('2026-01-05 | a | x')))).toEqual([])
})

test('sprintToFold suggests a sprint once enough is closed, without counting log rows', () => {
  const closed = (count: number, sprint: string) =>
    Array.from({ length: count }, (_, n) => `TD-0${n} | ~~${sprint} ${n}~~ | LOW | me | ${sprint}`)
  const text = debts(...closed(3, 'S03'), ...closed(6, 'S04')) + log('2026-01-05 | a | S04 starts')
  expect(sprintToFold(readNotes(text), 10)).toBeUndefined()
  expect(sprintToFold(readNotes(text), 9)).toMatchObject({ name: 'S04', work: 6, closed: 7, total: 9 })
})
