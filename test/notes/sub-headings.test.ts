import { expect, test } from 'vitest'
import { readNotes } from '../../src/notes/notes.ts'

const recordsIn = (text: string): string[] =>
  readNotes(text).records.map(record => {
    const title = 'summary' in record ? record.summary : record.title
    const about = 'severity' in record ? record.severity : 'type' in record ? record.type : undefined
    const at = record.at?.text
    return [record.kind, 'done' in record && record.done ? 'done' : '', about, record.id, at, title]
      .filter(Boolean)
      .join(' ')
  })

test('blockers, debts, questions and goals below sub-headings are read', () => {
  const text =
    '# Notes\n\n## Blockers\n\n### API\n- [ ] Waiting: staging key\n- [x] Rate limit\n\n### Infra\n- **Redis**: eviction policy\n\n### Resolved\n- DNS moved\n\n' +
    '## Technical Debt\n\n### Writers\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | No retry | HIGH |\n\n### Fixed\n- TD-002: Old lock\n\n' +
    '## Open Questions\n\n### Storage\n- [ ] Which region?\n\n## Goals\n\n### Sprint 3\n- [ ] Ship it\n'
  expect(recordsIn(text)).toEqual([
    'blocker waiting staging key',
    'blocker done Rate limit',
    'blocker **Redis**: eviction policy',
    'blocker done DNS moved',
    'debt HIGH TD-001 No retry',
    'debt done TD-002 Old lock',
    'question Which region?',
    'goal Ship it',
  ])
})

test('a heading with prose or fields below it is itself a record', () => {
  const text =
    '# Notes\n\n## Learnings\n\n### Cold starts dominate\n\nMeasured below 100 requests.\n\n### L-2: Flaky clock\n- **Pattern**: fake timers\n- **Source**: sprint 2\n\n#### Impact\nTwo days.\n\n' +
    '## Technical Debt\n\n### TD-004: No retry in the writer\n- Severity: HIGH\n- Status: open\n\n### TD-005: Old lock\n**Status**: resolved in #12\n\n### [RESOLVED] TD-006: Dead flag\n\n### Later\n'
  expect(recordsIn(text)).toEqual([
    'learning Cold starts dominate',
    'learning L-2 Flaky clock',
    'debt HIGH TD-004 No retry in the writer',
    'debt done TD-005 Old lock',
    'debt done TD-006 Dead flag',
  ])
})

test('a dated heading in a session log or below Session Continuity is a row of the log', () => {
  const text =
    '# Notes\n\n## Session Continuity\n\n**Next**: open the PR\n\n### 2026-06-12 — Sprint 3 shipped\n- Merged #41\n- Next: soak test\n\n### 2026-06-10\nReviewed the writer.\n\n' +
    '## Session Log\n\n### 2026-05-01\n- Cut the tag\n- Wrote notes\n'
  expect(recordsIn(text)).toEqual([
    'context',
    'log 2026-06-12 Sprint 3 shipped: Merged #41; Next: soak test',
    'log 2026-06-10 Reviewed the writer.',
    'log 2026-05-01 Cut the tag',
    'log 2026-05-01 Wrote notes',
  ])
})

test.each([
  ['- [ACCEPTED-DEFERRED → S2] S1 live-data checks', 'blocker done S1 live-data checks'],
  ['- Legal review — RESOLVED in #12', 'blocker done Legal review — RESOLVED in #12'],
  ['- Legal review ✅', 'blocker done Legal review ✅'],
  ['- Legal review of RESOLVED tickets', 'blocker Legal review of RESOLVED tickets'],
])('the blocker "%s" is read as %s', (line, record) => {
  expect(recordsIn(`## Blockers\n${line}\n`)).toEqual([record])
})

test.each([
  ['Blockers', '(none in the app itself)'],
  ['Blockers', 'None at the moment (see #12)'],
  ['Technical Debt', 'None in this repository'],
  ['Open Questions', '_None for now_'],
])('below %s, "- %s" is not a record', (heading, text) => {
  expect(readNotes(`## ${heading}\n- ${text}\n`).records).toEqual([])
})

test.each([
  ['Blockers', 'None of the three holds'],
  ['Blockers', 'None in staging, one in production'],
  ['Technical Debt', 'None for the parser; the writer leaks'],
])('below %s, "- %s" is a record', (heading, text) => {
  expect(readNotes(`## ${heading}\n- ${text}\n`).records).toHaveLength(1)
})

const said = (text: string) =>
  readNotes(`# Notes\n\n${text}`).records.map(record =>
    [record.kind, 'done' in record && record.done ? 'done' : '', record.title].filter(Boolean).join(' '),
  )

test('a checklist below any heading holds goals, or questions if every item is a question', () => {
  expect(said('## Phase 2: cutting\n- [x] zoom 8\n- [ ] zoom 9\n')).toEqual([
    'goal done zoom 8',
    'goal zoom 9',
  ])
  expect(said('## To sort out\n- [ ] Who pays?\n')).toEqual(['question Who pays?'])
  expect(said('## Release 2026-01-02\n- [ ] Sign\n')).toEqual([])
  expect(said('## Setup\n- [ ] Sign\n- one more\n')).toEqual([])
})

test('a question with an arrow to its answer is done, as is any item that begins with (done)', () => {
  expect(said('## Questions\n- Is it enough? -> yes\n- Who pays?\n')).toEqual([
    'question done Is it enough? -> yes',
    'question Who pays?',
  ])
  expect(said('## Goals this sprint\n- (done) Import\n- (later) Export\n')).toEqual([
    'goal done Import',
    'goal (later) Export',
  ])
})
