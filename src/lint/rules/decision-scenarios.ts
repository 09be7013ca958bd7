import { nextLineStart } from '../../document/leaf.ts'
import { lineEnd } from '../../document/plain-entry.ts'
import { decodeItem } from '../../protocol/inline.ts'
import { isNothing } from '../../protocol/rows.ts'
import { headingOf, loggedDecisions } from '../decision-source.ts'
import { defineRule } from '../rule.ts'

const WANTED = 3

export default defineRule({
  name: 'decision-scenarios',
  group: 'decisions',
  summary: 'Require three test scenarios for every decision',
  why: 'The happy path, an edge case and the handling of an error say what the decision means in practice, and let the next session check that it still holds. A decision marked as a draft may do without.',
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
      title: 'none',
      before: '## Decision Log\n### 2024-01-15 - A\n**Decision**: Use A\n',
      reports: ['2:1 missing'],
    },
    {
      title: 'two',
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
      if (count >= WANTED) continue
      const span = headingOf(text, decision)
      if (count === 0) report('missing', { span })
      else report('few', { span, data: { count } })
    }
  },
})

/** The same of a plain decision, of whose scenarios nothing is made: lines with numbers, the first of them behind its evidence. */
function hasEnough(text: string, evidence: number): boolean {
  let at = text.indexOf('\n1. ', evidence) + 1
  for (let count = 0; count < WANTED; count++) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end)
    if (!/^\d/.test(line) || isNothing(decodeItem(line.slice(line.indexOf(' ') + 1)))) return false
    at = nextLineStart(text, end)
  }
  return true
}
