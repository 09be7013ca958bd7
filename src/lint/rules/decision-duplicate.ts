import type { Span } from '../../document/block.ts'
import { headingOf, loggedDecisions, plainWords } from '../decision-source.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-duplicate',
  group: 'decisions',
  summary: 'Disallow the same decision twice',
  why: 'Two copies drift apart: one is superseded or corrected, the other goes on as if it were in force.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    duplicate: 'Unexpected second copy of the decision in line {{line}}, expected it once',
  },
  examples: [
    {
      title: 'the same title for another decision',
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
    const known = new Map<string, Span>()
    for (const decision of loggedDecisions(notes)) {
      const key = `${plainWords(decision.title)}\n${plainWords(decision.decision ?? '')}`
      if (key === '\n') continue
      const span = headingOf(text, decision)
      const cause = known.get(key)
      if (cause === undefined) known.set(key, span)
      else report('duplicate', { span, data: { line: notes.document.lines.lineAt(cause.start) }, cause })
    }
  },
})
