import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { isNothing } from '../../notes/text/rows.ts'
import { fieldOf, hasFields, headingOf, loggedDecisions } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

const PARTS = [
  { part: 'decision', label: 'Decision', names: ['decision', 'outcome', 'choice', 'resolution', 'decided'] },
  { part: 'rationale', label: 'Rationale', names: ['rationale', 'reasoning', 'reason', 'why', 'because'] },
  { part: 'evidence', label: 'Evidence', names: ['evidence', 'sources'] },
] as const

export default defineRule({
  name: 'decision-fields',
  group: 'decisions',
  summary: 'Require a decision, a rationale and evidence in every decision log entry',
  why: 'After `/clear` only the log is left. A decision without its rationale and evidence is made again, or undone by someone who does not know why it was made. A draft is exempt, since its status says that parts are missing.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing {{label}} in this decision, expected a line `**{{label}}**: …`',
    empty: 'Unexpected empty {{label}} in this decision, expected text after `**{{label}}**:`',
  },
  examples: [
    {
      title: 'a complete decision',
      before:
        '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n',
      reports: [],
    },
    {
      title: 'a draft',
      before: '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Status**: Draft\n**Decision**: Use A\n',
      reports: [],
    },
    {
      title: 'no rationale, and an empty evidence field',
      before: '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: Use A\n**Evidence**:\n',
      reports: ['2:1 missing', '2:1 empty'],
    },
    {
      title: 'a row in a table without an evidence column',
      before:
        '## Decision Log\n| Date | Decision | Rationale |\n|---|---|---|\n| 2024-01-15 | Use A | It holds |\n',
      reports: ['4:1 missing'],
    },
  ],
  check({ notes, text }, report) {
    for (const decision of loggedDecisions(notes)) {
      if (decision.status === 'draft') continue
      if (decision.plain === true && isSaid(decision.decision) && isSaid(decision.rationale)) continue
      for (const { part, label, names } of PARTS) {
        if (isFilled(text, decision, part, names)) continue
        const isThere = hasFields(decision) && fieldOf(text, decision, names) !== undefined
        report(isThere ? 'empty' : 'missing', { span: headingOf(text, decision), data: { label } })
      }
    }
  },
})

const isSaid = (value: string | undefined): boolean => value !== undefined && !isNothing(value)

function isFilled(
  text: string,
  decision: DecisionRecord,
  part: 'decision' | 'rationale' | 'evidence',
  names: readonly string[],
): boolean {
  if (part !== 'evidence') return isSaid(decision[part])
  if (decision.plain === true || decision.evidence.length > 0) return true
  // Prose without a quote counts as evidence here; `evidence-format` reports it.
  const field = hasFields(decision) ? fieldOf(text, decision, names) : undefined
  return (
    field !== undefined && !isNothing(text.slice(field.value.start, field.value.end).replace(/^[-*+]\s/, ''))
  )
}
