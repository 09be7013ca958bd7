import { expect, test } from 'vitest'
import { readHeadingName } from '../../src/notes/section-kind.ts'

test.each([
  ['Decision Log', 'decision-log', undefined, ''],
  ['decisions', 'decision-log', undefined, ''],
  ['Reference: where things are', 'references', undefined, 'Reference: where things are'],
  ['What we live with (technical debt)', 'debt', undefined, 'What we live with (technical debt)'],
  ['**Key Decisions**', 'decision-log', undefined, ''],
  [
    'Decision Log — 2026-05-12 (cycle-104 rate limits)',
    'decision-log',
    '2026-05-12',
    'cycle-104 rate limits',
  ],
  ['Decision Log (2026-05-12)', 'decision-log', '2026-05-12', ''],
  ['Decision Log 2026-05-12', 'decision-log', '2026-05-12', ''],
  ['Session Continuity – 2026-04-13', 'session-continuity', '2026-04-13', ''],
  ['Session Continuity Log', 'session-log', undefined, ''],
  ['Blockers & Dependencies', 'blockers', undefined, ''],
  ['Blockers and Dependencies', 'blockers', undefined, ''],
  ['🚧 BLOCKERS', 'blockers', undefined, ''],
  ['3. Open Questions', 'questions', undefined, ''],
  ['Learnings from 2026-02-01', 'learnings', '2026-02-01', ''],
  ['Blockers (current)', 'blockers', undefined, 'current'],
  ['▶ RESUME HERE', 'active-context', undefined, ''],
  ['Decisionmaking', 'other', undefined, 'Decisionmaking'],
  ['Outstanding questions', 'questions', undefined, ''],
  ['Open Questions / Follow-ups', 'questions', undefined, ''],
  ['New API', 'other', undefined, 'New API'],
  ['The Decision Log', 'other', undefined, 'The Decision Log'],
  ['2026-05-12 triage', 'other', '2026-05-12', 'triage'],
  ['', 'other', undefined, ''],
])('readHeadingName reads the heading "%s" as %s', (title, kind, at, rest) => {
  const name = readHeadingName(title)
  expect([name.kind, name.at?.text, name.rest]).toEqual([kind, at, rest])
})
