import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import type { Finding } from '../../src/lint/rule.ts'
import { rules } from '../../src/lint/rules.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { level1LossesFor } from '../../src/project/lint/linter.ts'
import { project } from '../evidence/project.ts'
import { seedExample } from '../fixtures/markdown.ts'

const lines = Array.from({ length: 70 }, (_, n) => `const step${n + 1} = ${n + 1}`)
const QUOTE = 'export function isTokenExpired(token: Token, graceMs = 900000)'
const code = {
  ...project({
    'src/auth/jwt.ts': lines.with(51, `${QUOTE} {`).join('\n'),
    'src/auth/refresh.ts': lines.join('\n'),
  }),
  toProject: () => undefined,
}

/** Findings of `notes lint --strict` on the day of the example, with the example as the committed version. */
function findings(text: string, now = '2024-01-16T00:00:00Z', history = seedExample): readonly Finding[] {
  const committed = readNotes(history)
  const level1Losses = level1LossesFor(DEFAULT_SETTINGS, new Date(now), () => undefined)
  const context = lintContext(readNotes(text), {
    now: new Date(now),
    code,
    committed: () => committed,
    level1Losses,
  })
  const { findings, crashes } = lint(context, rules, { strict: true })
  if (crashes[0] !== undefined) throw crashes[0].error
  return findings
}

test('lint reports nothing in the protocol example on its own day, and no error on any day', () => {
  expect(findings(seedExample)).toEqual([])
  expect(
    findings(seedExample, '2030-01-01T00:00:00Z').filter(({ severity }) => severity === 'error'),
  ).toEqual([])
})

/** The mistake's name, the text of the example that it replaces, the new text, and the rule that must report it. */
type Mutation = readonly [what: string, from: string, to: string, rule: string]

const HEADING = '#### 2024-01-15T14:30:00Z - Token Expiry Handling'
const PLACE = '[${PROJECT_ROOT}/src/auth/jwt.ts:52]'
const REFERENCE = '| ${PROJECT_ROOT}/src/auth/jwt.ts:45-67 |'
const REFRESH = '${PROJECT_ROOT}/src/auth/refresh.ts:12-34'
const DEBT = '| TD-002 | Missing input validation on /api/upload | HIGH | auditing-security | S03 |'
const BLOCKED = '- Blocked: Cannot proceed with payments until legal review complete'
const LAST_LOG = '| 2024-01-10T16:45Z | reviewing-code | Flagged 3 issues in PR #42, awaiting fixes |'
const QUESTIONS =
  '### Pending Questions\n<!-- Carry forward across sessions -->\n- [ ] Should grace period be configurable per-client?\n'
const GOALS =
  '## Active Sub-Goals\n<!-- Current objectives being pursued across sessions -->\n- [ ] Implement authentication flow (blocking: waiting on OAuth provider setup)\n- [ ] Refactor database layer (depends on: migration script approval)\n'
const BLOCKERS = `## Blockers & Dependencies\n<!-- External factors affecting progress -->\n- Waiting: OAuth provider credentials (ETA: 2024-01-15)\n${BLOCKED}\n`
const ARCHIVE = '## Decision Archive'
const ARCHIVED = '| 2024-01-09 | JWT over sessions | Stateless scaling requirement | designing-architecture |'

/** Returns another decision, of the same shape as the one in the example. */
const another = (at: string, title: string, decision = 'Keep tokens for a day') =>
  `#### ${at} - ${title}
**Decision**: ${decision}
**Rationale**: It is the default
**Evidence**:
- \`${QUOTE}\` ${PLACE}
**Test Scenarios**:
1. Happy path: a token works
2. Edge case: a token at its boundary
3. Error handling: a token that is forged

`

const THIRD = '3. Refresh token also expired -> full re-authentication\n'
const AFTER = '### Pending Questions'
const WHOLE = seedExample.slice(seedExample.indexOf(HEADING), seedExample.indexOf(AFTER))
const SCENARIOS = WHOLE.slice(WHOLE.indexOf('**Test Scenarios**'), WHOLE.indexOf(THIRD) + THIRD.length)

const DEBTS = seedExample.slice(seedExample.indexOf('## Discovered'), seedExample.indexOf('## Blockers'))
const GOALS_THEN_DEBT = `${GOALS}\n${DEBTS}`
const DEBT_THEN_GOALS = `${DEBTS}${GOALS}\n`

const mutations: readonly Mutation[] = [
  ['a section is missing', QUESTIONS, '', 'required-section'],
  ['a section has another name', '## Active Sub-Goals', '## Things To Do One Day', 'required-section'],
  [
    'a section stands twice',
    ARCHIVE,
    `${BLOCKERS.replace(/(?<=-->\n).*/s, '- [x] Waiting: A\n')}\n${ARCHIVE}`,
    'duplicate-section',
  ],
  ['a heading is too deep', '### Pending Questions', '#### Pending Questions', 'heading-depth'],
  [
    'a heading is not deep enough',
    '### Lightweight Identifiers',
    '## Lightweight Identifiers',
    'heading-depth',
  ],
  ['a fence that never ends', ARCHIVED, `${ARCHIVED}\n\n\`\`\`ts\nconst a = 1`, 'unclosed-construct'],
  ['a comment that never ends', ARCHIVED, `${ARCHIVED}\n\n<!-- to be continued`, 'unclosed-construct'],
  [
    'a merge conflict',
    BLOCKED,
    `<<<<<<< HEAD\n${BLOCKED}\n=======\n- Blocked: Legal\n>>>>>>> main`,
    'conflict-marker',
  ],
  ['the comment of a section is gone', '<!-- Carry forward across sessions -->\n', '', 'section-comment'],
  ['the bead is gone', '- **Current Bead**: bd-x7y8 (task description)\n', '', 'active-context-fields'],
  ['the checkpoint is gone', '- **Last Checkpoint**: 2024-01-15T14:30:00Z\n', '', 'active-context-fields'],
  [
    'the reasoning state is gone',
    "- **Reasoning State**: Where we left off, what's next\n",
    '',
    'active-context-fields',
  ],
  [
    'the reasoning state is empty',
    "- **Reasoning State**: Where we left off, what's next\n",
    '- **Reasoning State**:\n',
    'active-context-fields',
  ],
  [
    'the checkpoint is a word',
    '**Last Checkpoint**: 2024-01-15T14:30:00Z',
    '**Last Checkpoint**: yesterday',
    'checkpoint-timestamp',
  ],
  [
    'the checkpoint is a day',
    '**Last Checkpoint**: 2024-01-15T14:30:00Z',
    '**Last Checkpoint**: 2024-01-15',
    'checkpoint-timestamp',
  ],
  [
    'the checkpoint is a year old',
    '**Last Checkpoint**: 2024-01-15T14:30:00Z',
    '**Last Checkpoint**: 2023-01-15T14:30:00Z',
    'stale-checkpoint',
  ],
  ['the bead is not an id', 'bd-x7y8 (task', 'the task (task', 'bead-format'],
  ['a relative reference', REFERENCE, '| src/auth/jwt.ts:45-67 |', 'path-prefix'],
  ['a relative reference with a dot', REFERENCE, '| ./src/auth/jwt.ts:45-67 |', 'path-prefix'],
  ['an absolute reference', REFERENCE, '| /opt/project/src/auth/jwt.ts:45-67 |', 'path-prefix'],
  ['a relative reference without its first folder', REFERENCE, '| auth/jwt.ts:45-67 |', 'path-prefix'],
  [
    'a reference to a home folder',
    REFERENCE,
    '| /home/jane/project/src/auth/jwt.ts:45-67 |',
    'home-path-leak',
  ],
  ['evidence in a home folder', PLACE, '[/home/jane/project/src/auth/jwt.ts:52]', 'home-path-leak'],
  ['relative evidence', PLACE, '[src/auth/jwt.ts:52]', 'path-prefix'],
  ['relative evidence without its first folder', PLACE, '[auth/jwt.ts:52]', 'path-prefix'],
  ['absolute evidence', PLACE, '[/opt/project/src/auth/jwt.ts:52]', 'path-prefix'],
  ['evidence outside of the project', PLACE, '[${PROJECT_ROOT}/../x.ts:52]', 'evidence-matches'],
  ['a reference to a file that is gone', REFRESH, '${PROJECT_ROOT}/src/auth/gone.ts:12-34', 'path-exists'],
  ['a reference without the first folder', REFRESH, '${PROJECT_ROOT}/auth/refresh.ts:12-34', 'path-exists'],
  ['a reference outside of the project', REFRESH, '${PROJECT_ROOT}/../refresh.ts:12-34', 'path-escape'],
  ['a relative reference outside of the project', REFRESH, '../refresh.ts:12-34', 'path-escape'],
  ['a reference below home', REFRESH, '~/refresh.ts:12-34', 'path-escape'],
  [
    'a range that ends past the end of the file',
    REFRESH,
    '${PROJECT_ROOT}/src/auth/refresh.ts:12-340',
    'line-range',
  ],
  ['a range that starts at line 0', REFRESH, '${PROJECT_ROOT}/src/auth/refresh.ts:0-34', 'line-range'],
  ['a reversed range', REFRESH, '${PROJECT_ROOT}/src/auth/refresh.ts:34-12', 'line-range'],
  ['a reference without a line', REFRESH, '${PROJECT_ROOT}/src/auth/refresh.ts', 'reference-line'],
  ['a reference in words', REFRESH, 'the refresh code', 'reference-line'],
  [
    'a decision without its decision',
    '**Decision**: Use sliding window expiration with 15-minute grace period\n',
    '',
    'decision-fields',
  ],
  [
    'a decision without its rationale',
    '**Rationale**: Balances security (short expiry) with UX (no mid-session logouts)\n',
    '',
    'decision-fields',
  ],
  ['a decision without its evidence', `**Evidence**:\n- \`${QUOTE}\` ${PLACE}\n`, '', 'decision-fields'],
  [
    'a decision with an empty rationale',
    '**Rationale**: Balances security (short expiry) with UX (no mid-session logouts)\n',
    '**Rationale**:\n',
    'decision-fields',
  ],
  [
    'a decision with two scenarios',
    '3. Refresh token also expired -> full re-authentication\n',
    '',
    'decision-scenarios',
  ],
  ['a decision without a time', HEADING, '#### Token Expiry Handling', 'decision-timestamp'],
  ['a decision with a German date', HEADING, '#### 15.01.2024 - Token Expiry Handling', 'decision-timestamp'],
  [
    'a decision whose time has no zone',
    HEADING,
    '#### 2024-01-15 14:30 - Token Expiry Handling',
    'decision-timestamp',
  ],
  [
    'a decision in the 13th month',
    HEADING,
    '#### 2024-13-15T14:30:00Z - Token Expiry Handling',
    'decision-timestamp',
  ],
  [
    'decisions out of order, before the one in the example',
    HEADING,
    another('2024-01-15T15:30:00Z', 'B') + another('2024-01-15T14:00:00Z', 'A', 'Other') + HEADING,
    'decision-order',
  ],
  [
    'decisions out of order, after the one in the example',
    '### Pending Questions',
    `${another('2024-01-15T15:30:00Z', 'B')}${another('2024-01-15T15:00:00Z', 'A', 'Other')}### Pending Questions`,
    'decision-order',
  ],
  [
    'a decision that stands twice',
    '### Pending Questions',
    `${another('2024-01-15T15:30:00Z', 'Token Expiry Handling', 'Use sliding window expiration with 15-minute grace period')}### Pending Questions`,
    'decision-duplicate',
  ],
  [
    'a status that names no decision',
    '**Decision**: Use',
    '**Status**: superseded by D-099\n**Decision**: Use',
    'decision-supersede-link',
  ],
  [
    'a title that names no decision',
    HEADING,
    `${HEADING} [SUPERSEDED by Nothing There]`,
    'decision-supersede-link',
  ],
  ['a quote that is not what the code says', '900000', '600000', 'evidence-matches'],
  ['a quote two lines off', PLACE, '[${PROJECT_ROOT}/src/auth/jwt.ts:50]', 'evidence-matches'],
  ['evidence in a file that is gone', PLACE, '[${PROJECT_ROOT}/src/auth/gone.ts:52]', 'evidence-matches'],
  ['evidence past the end of a file', PLACE, '[${PROJECT_ROOT}/src/auth/jwt.ts:520]', 'evidence-matches'],
  ['evidence without a line', PLACE, '[${PROJECT_ROOT}/src/auth/jwt.ts]', 'evidence-format'],
  ['evidence without a place', ` ${PLACE}`, '', 'evidence-format'],
  ['evidence without a quote', `\`${QUOTE}\` `, '', 'evidence-format'],
  ['evidence in words', `- \`${QUOTE}\` ${PLACE}`, '- it was slow', 'evidence-format'],
  ['a question without a checkbox', '- [ ] Should', '- Should', 'task-syntax'],
  ['a question with an incomplete checkbox', '- [ ] Should', '- [] Should', 'task-syntax'],
  ['a goal without a checkbox', '- [ ] Refactor', '- Refactor', 'task-syntax'],
  ['a goal with an unknown character in its checkbox', '- [ ] Refactor', '- [?] Refactor', 'task-syntax'],
  ['an unknown column of debts', '| Found By | Sprint |', '| Found By | Owner |', 'table-columns'],
  [
    'columns of references in the wrong order',
    '| Purpose | Last Verified |',
    '| Last Verified | Purpose |',
    'table-columns',
  ],
  ['unknown columns of the log', '| Timestamp | Agent | Summary |', '| When | Who | What |', 'table-columns'],
  ['a row with a cell too many', DEBT, `${DEBT} more |`, 'table-row-width'],
  ['a row with a cell too few', DEBT, DEBT.replace(' S03 |', ''), 'table-row-width'],
  ['a pipe in code that splits a cell', DEBT, DEBT.replace('/api/upload', '`a | b`'), 'table-row-width'],
  ['a debt after a blank line', DEBT, `\n${DEBT}`, 'orphan-row'],
  ['a row of the log after a blank line', LAST_LOG, `\n${LAST_LOG}`, 'orphan-row'],
  [
    'a table without header and delimiter row',
    '| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n',
    '',
    'headerless-table',
  ],
  ['a table without a delimiter row', '|-----------|-------|---------|\n', '', 'headerless-table'],
  ['a table without a header', '| Timestamp | Agent | Summary |\n', '', 'headerless-table'],
  [
    'a log row with "last week" as its timestamp',
    '| 2024-01-10T14:30Z |',
    '| last week |',
    'timestamp-format',
  ],
  [
    'a reference with "just now" as its verification time',
    '| 14:28:00Z |',
    '| just now |',
    'timestamp-format',
  ],
  ['an archived decision with "January" as its date', '| 2024-01-08 |', '| January |', 'timestamp-format'],
  ['a debt id that is too short', 'TD-002', 'TD-1', 'debt-id'],
  ['a debt id that stands twice', 'TD-002', 'TD-001', 'debt-id'],
  ['a debt without an id', 'TD-002', '', 'debt-id'],
  ['an unknown severity', '| HIGH |', '| BAD |', 'debt-severity'],
  ['a severity in lower case', '| HIGH |', '| high |', 'debt-severity'],
  ['a debt without a severity', '| HIGH |', '|  |', 'debt-severity'],
  ['a blocker without a kind', BLOCKED, '- Cannot proceed', 'blocker-kind'],
  ['a blocker whose ETA has passed', '(ETA: 2024-01-15)', '(ETA: 2024-01-10)', 'blocker-eta-passed'],
  ['a row of the log is gone', `${LAST_LOG}\n`, '', 'log-append-only'],
  ['a row of the log was rewritten', 'Flagged 3 issues', 'Flagged no issues', 'log-append-only'],
  [
    'a decision is gone',
    seedExample.slice(seedExample.indexOf(HEADING), seedExample.indexOf('### Pending')),
    '',
    'decision-append-only',
  ],
  [
    'a decision was rewritten',
    'Use sliding window expiration',
    'Use fixed expiration',
    'decision-append-only',
  ],
  ['an archived decision is gone', `\n${ARCHIVED}`, '', 'decision-append-only'],
  ['a scenario was rewritten', 'forced refresh', 'nothing', 'decision-append-only'],
  [
    'an active context that is too long',
    "Where we left off, what's next",
    'Where we left off. '.repeat(60).trim(),
    'level1-budget',
  ],
  [
    'more blockers than level 1 has room for',
    BLOCKED,
    `${BLOCKED}\n${'- Blocked: Cannot proceed with payments until legal review complete\n'.repeat(9)}`,
    'level1-budget',
  ],
  ['a line that is too long', BLOCKED, `${BLOCKED} ${'because '.repeat(400)}`, 'line-length-sanity'],
  [
    'a file that is too large',
    BLOCKED,
    `${BLOCKED}\n${'- [x] Blocked: Cannot proceed with payments until legal review complete\n'.repeat(2500)}`,
    'file-budget',
  ],
  [
    'raw output of a tool',
    BLOCKERS,
    `${BLOCKERS}\n\`\`\`\n${Array.from({ length: 60 }, (_, n) => `src/a${n}.ts:${n}: match ${n}`).join('\n')}\n\`\`\`\n`,
    'raw-output',
  ],
  ['a token in a blocker', BLOCKED, `${BLOCKED} ghp_${'a1B2'.repeat(9)}`, 'secret'],
  ['a zero-width character', 'legal review', 'legal\u200b review', 'hidden-character'],
  ['a bidirectional control character', 'legal review', 'legal \u202ereview', 'hidden-character'],
  ['a home folder in prose', BLOCKED, `${BLOCKED} in /Users/jane/work`, 'home-path-leak'],
  [
    'a notes-disable comment that hides nothing',
    BLOCKED,
    `<!-- notes-disable-next-line secret -- why -->\n${BLOCKED}`,
    'disable-comment',
  ],
  ['goals after debts', GOALS_THEN_DEBT, DEBT_THEN_GOALS, 'section-order'],
  ['a decision without scenarios', SCENARIOS, '', 'decision-scenarios'],
  ['a placeholder was left', "Where we left off, what's next", '<where we left off>', 'placeholder-left'],
]

test('at least 80 mutations are tested, and no two have the same name', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(80)
  expect(new Set(mutations.map(([what]) => what)).size).toBe(mutations.length)
})

describe('one mistake in the protocol example', () => {
  test.each(mutations.map(([what, from, to, rule]) => [rule, what, from, to] as const))(
    'is reported by %s alone: %s',
    (rule, _, from, to) => {
      const parts = seedExample.split(from)
      expect(parts.length, 'times that it stands in the example, plus one').toBe(2)
      const found = findings(parts.join(to))
      expect([...new Set(found.map(({ rule }) => rule))]).toEqual([rule])
      if (rule.endsWith('append-only')) return
      // The mistake is reported even when the committed version has it too.
      const later = findings(parts.join(to), undefined, parts.join(to))
      expect([...new Set(later.map(({ rule }) => rule))]).toEqual([rule])
    },
  )
})

/** The exceptions depend on what Beads reports, so no change to the example can trigger them. */
test('every rule has a mutation, except those that depend on Beads', () => {
  const shown = new Set(mutations.map(([, , , rule]) => rule))
  expect(rules.map(({ name }) => name).filter(name => !shown.has(name))).toEqual([
    'bead-closed',
    'bead-missing',
    'debt-bead',
  ])
})
