import { groupBy } from '../../markdown/group-by.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { headingOf, loggedDecisions, plainWords } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-duplicate',
  group: 'decisions',
  summary: 'Disallow duplicate decisions',
  why: 'Two copies drift apart: one is superseded or corrected while the other still looks in force.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    duplicate: 'Unexpected copy of the decision on line {{line}}, expected it once',
  },
  examples: [
    {
      title: 'two decisions with the same title',
      before:
        '## Decision Log\n### 2024-01-15 - Cache\n**Decision**: Keep an hour\n### 2024-01-16 - Cache\n**Decision**: Keep a day\n',
      reports: [],
    },
    {
      title: 'the same decision, added again a day later',
      before:
        '## Decision Log\n### 2024-01-15 - Cache\n**Decision**: Keep an hour\n### 2024-01-16 - Cache\n**Decision**: keep an  hour\n',
      reports: ['4:1 duplicate'],
    },
  ],
  check({ notes, text }, report) {
    const byTitle = groupBy(loggedDecisions(notes), ({ title }) => plainWords(title))
    // Few decisions share a title, and only these are compared in full.
    for (const same of [...byTitle.values()].filter(({ length }) => length > 1)) {
      const known = new Map<string, DecisionRecord>()
      for (const decision of same) {
        const said = plainWords(decision.decision ?? '')
        const first = known.get(said)
        if (first === undefined) known.set(said, decision)
        else if (said !== '' || plainWords(decision.title) !== '') {
          const cause = headingOf(text, first)
          const data = { line: notes.document.lines.lineAt(cause.start) }
          report('duplicate', { span: headingOf(text, decision), data, cause })
        }
      }
    }
  },
})
