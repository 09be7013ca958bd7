import { isNothing } from '../../notes/text/rows.ts'
import { headingOf, loggedDecisions } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

const MIN_SCENARIOS = 3

export default defineRule({
  name: 'decision-scenarios',
  group: 'decisions',
  summary: 'Require three test scenarios for every decision',
  why: 'The happy path, an edge case and error handling show what the decision means in practice, and let the next session check that it still holds. A draft is exempt.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing test scenarios, expected 3: happy path, edge case, error handling',
    few: 'Unexpected number of test scenarios ({{count}}), expected 3: happy path, edge case, error handling',
  },
  examples: [
    {
      title: 'three scenarios',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: Use A\n**Test Scenarios**:\n1. It is used\n2. It is empty\n3. It fails\n',
      reports: [],
    },
    {
      title: 'no scenarios',
      before: '## Decision Log\n### 2024-01-15 - A\n**Decision**: Use A\n',
      reports: ['2:1 missing'],
    },
    {
      title: 'two scenarios',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: Use A\n**Test Scenarios**:\n1. It is used\n2. It is empty\n',
      reports: ['2:1 few'],
    },
  ],
  check({ notes, text }, report) {
    for (const decision of loggedDecisions(notes)) {
      if (decision.status === 'draft') continue
      if (decision.citedFrom !== undefined && hasEnough(text, decision.citedFrom)) continue
      const count = decision.scenarios.filter(scenario => !isNothing(scenario.text)).length
      if (count >= MIN_SCENARIOS) continue
      const span = headingOf(text, decision)
      if (count === 0) report('missing', { span })
      else report('few', { span, data: { count } })
    }
  },
})

/**
 * Evidence bullets, a bold label, then three items that start with a word other than `none`, `n/a` or `tbd`. Matches
 * nearly every decision in plain form, without parsing its scenarios.
 */
const WORD = '(?:[A-MO-SU-Za-mo-su-z]|[Nn][b-hj-np-z]|[Tt][ac-z])'
const ENOUGH = new RegExp(String.raw`(?:-[^\n]*\n)+(?:\*[^\n]*\n)+(?:\d\d?\. ${WORD}[^\n]*\n){3}`, 'y')

function hasEnough(text: string, evidence: number): boolean {
  ENOUGH.lastIndex = evidence
  return ENOUGH.test(text)
}
