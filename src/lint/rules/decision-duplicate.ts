import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import type { Notes } from '../../notes/notes.ts'
import { headingOf, loggedDecisions, plainWords } from '../facts/decision-source.ts'
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
    for (const same of byTitle(notes)) {
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

/** Groups of decisions that share a title. Few do, and only these are compared in full. */
function byTitle(notes: Notes): readonly (readonly DecisionRecord[])[] {
  const first = new Map<string, DecisionRecord>()
  const shared = new Map<string, DecisionRecord[]>()
  for (const decision of loggedDecisions(notes)) {
    const title = plainWords(decision.title)
    const before = first.get(title)
    const same = shared.get(title)
    if (before === undefined) first.set(title, decision)
    else if (same === undefined) shared.set(title, [before, decision])
    else same.push(decision)
  }
  return [...shared.values()]
}
