import { expect, test } from 'vitest'
import { readNotes } from '../../src/notes/notes.ts'

const decisionsIn = (text: string) =>
  readNotes(text).records.flatMap(record => {
    if (record.kind !== 'decision') return []
    const { id, at, title, decision, rationale, others, status } = record
    return [
      {
        ...(id && { id }),
        ...(at && { at: at.text }),
        title,
        ...(decision !== title && decision && { decision }),
        ...(rationale && { rationale }),
        ...(others && { others: others.map(({ name, value }) => `${name}: ${value}`) }),
        ...(status !== 'in-force' && { status }),
      },
    ]
  })

test('a paragraph "Decision: X" with field bullets is one decision', () => {
  const text = `# Notes

## Decision Log — 2026-02-03

**Decision: Token bucket per client**
- **Rationale**: bursts are normal
- **Pattern**: middleware
- **Source**: User approval, SDD §12.2

**Decision: Keep Redis out**

- Rationale: one more thing to run
- Date: 2026-02-01

**Decision**: Retry three times
**Rationale**: the vendor drops one in ten
`
  expect(decisionsIn(text)).toEqual([
    {
      at: '2026-02-03',
      title: 'Token bucket per client',
      rationale: 'bursts are normal',
      others: ['pattern: middleware', 'source: User approval, SDD §12.2'],
    },
    { at: '2026-02-01', title: 'Keep Redis out', rationale: 'one more thing to run' },
    { at: '2026-02-03', title: 'Retry three times', rationale: 'the vendor drops one in ten' },
  ])
})

test('a bold paragraph with Finding, Verdict, Root cause and Action is one decision', () => {
  const text = `## Decision Log

**2026-03-01 — Flaky soak test**
- **Finding**: one run in ten fails
- **Root cause**: clock skew
- **Verdict**: pin the clock
- **Action**: PR #12

- 2026-03-02 Ship on Tuesdays
`
  expect(decisionsIn(text)).toEqual([
    {
      at: '2026-03-01',
      title: 'Flaky soak test',
      decision: 'pin the clock',
      rationale: 'clock skew',
      others: ['finding: one run in ten fails', 'action: PR #12'],
    },
    { at: '2026-03-02', title: 'Ship on Tuesdays' },
  ])
})

test.each(['Parameter', 'Topic', 'Area', 'Question'])(
  'a decision table takes its titles from the topic column "%s"',
  name => {
    const text = `## Decisions\n\n| ${name} | Decision | Rationale |\n|---|---|---|\n| **Pool size** | KEEP | tuned in May |\n| Timeout | KEEP | nobody complains |\n`
    expect(decisionsIn(text)).toEqual([
      { title: 'Pool size', decision: 'KEEP', rationale: 'tuned in May' },
      { title: 'Timeout', decision: 'KEEP', rationale: 'nobody complains' },
    ])
  },
)

test('a decision table with a Choice column keeps decision, choice and unknown columns', () => {
  const text =
    '## Decisions\n\n| Decision | Choice | Rationale | Alternatives |\n|---|---|---|---|\n| Database | SQLite | one file | Postgres |\n'
  expect(decisionsIn(text)).toEqual([
    { title: 'Database', decision: 'SQLite', rationale: 'one file', others: ['Alternatives: Postgres'] },
  ])
})

test('rows and bullets appended by a cache are not decisions', () => {
  const text =
    '## Decision Log\n\n| Date | Decision | Rationale |\n|---|---|---|\n| 2026-02-01 | Cache: result stored [key: k1] | Source: cache |\n| 2026-02-02 | Cache results for an hour | slow |\n\n- Tool result cleared: 2,000 tokens\n'
  expect(decisionsIn(text)).toEqual([
    { at: '2026-02-02', title: 'Cache results for an hour', rationale: 'slow' },
  ])
})

test('a clause number in front of a decision is not an id', () => {
  expect(decisionsIn('## Decisions\n- AC-1.7 runbook waits\n- AC-17: Runbook\n')).toEqual([
    { title: 'AC-1.7 runbook waits' },
    { id: 'AC-17', title: 'Runbook' },
  ])
})

test.each([
  'None identified. Codebase is audit-ready.',
  '(none) — adapter build is unblocked',
  '**None.** All three gates are green.',
  '_None at this time_',
  'No open blockers.',
  'N/A — nothing waits',
  'None currently',
  '—',
])('"%s" means that there are no records, in a section of any kind', words => {
  const text = ['Blockers', 'Open Questions', 'Technical Debt', 'Learnings', 'Active Sub-Goals', 'Decisions']
    .map(name => `## ${name}\n- ${words}\n`)
    .join('\n')
  expect(readNotes(text).records).toEqual([])
})

test.each([
  'None of the three gates is green',
  'None except the staging key',
  'No blockers are cleared without review',
  'Nothing writes the log on exit',
])('"%s" is a blocker', words => {
  expect(readNotes(`## Blockers\n- ${words}\n`).records).toMatchObject([{ title: words }])
})

test('field bullets nested below a decision are its fields, however deep', () => {
  const text = `## Decision Log

### 2026-02-03 - Token bucket
- **Decision**: one per client
    - **Rationale**: bursts are normal
    - Evidence: none yet

## Decisions — 2026-02-04

- **Keep Redis out**: one thing less to run
    - **Rationale**: one more thing to run
    - **Source**: ops
`
  expect(decisionsIn(text)).toEqual([
    { at: '2026-02-03', title: 'Token bucket', decision: 'one per client', rationale: 'bursts are normal' },
    {
      at: '2026-02-04',
      title: 'Keep Redis out',
      decision: 'one thing less to run',
      rationale: 'one more thing to run',
    },
  ])
})

test('headings over bullets in a Decision Log are groups, but next to a dated heading they are decisions', () => {
  const groups =
    '## Decision Log\n\n### API\n- Errors are JSON\n- Versions in the path\n\n### Storage\n- SQLite\n'
  expect(decisionsIn(groups).map(({ title }) => title)).toEqual([
    'Errors are JSON',
    'Versions in the path',
    'SQLite',
  ])
  expect(
    decisionsIn(`${groups}\n### 2026-01-02 - Use tokens\nThey last.\n`).map(({ title }) => title),
  ).toEqual(['API', 'Storage', 'Use tokens'])
})

test('each dated line of a paragraph is a decision, and may start with the name of who decided it', () => {
  const text =
    '## Decision Log\n\n2026-09-29 | Promote at six | phones\n2026-09-22 | Audit rows stay\nfor ever\n\n- [lead] 2026-09-10 DEC-3: Use SSO\n'
  expect(decisionsIn(text)).toEqual([
    { at: '2026-09-29', title: 'Promote at six | phones' },
    { at: '2026-09-22', title: 'Audit rows stay\nfor ever' },
    { id: 'DEC-3', at: '2026-09-10', title: 'Use SSO' },
  ])
})

test.each([
  '**Decision D-3**: Use one pool',
  '**Decision D-3:** Use one pool',
  '**Decision D-3: Use one pool**',
])('a labeled decision with an id and fields below it keeps its title: %s', head => {
  const [decision] = readNotes(`## Decision Log\n\n${head}\n- **Rationale**: fewer sockets\n`).records
  expect(decision).toMatchObject({ id: 'D-3', title: 'Use one pool', rationale: 'fewer sockets' })
})
