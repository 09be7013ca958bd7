import type { Span } from '../../markdown/block.ts'
import { firstLine } from '../../markdown/scan/leaf.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { splitBullets } from '../../notes/text/evidence.ts'
import { isNothing } from '../../notes/text/rows.ts'
import { fieldOf, hasFields, loggedDecisions } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'evidence-format',
  group: 'evidence',
  summary: 'Require evidence to be a quote in backticks and its location in brackets',
  why: 'Only a word-for-word quote with a path and a line can be compared with the code; anything else has to be taken on trust. Issues, pull requests, commits and web pages need no quote.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    quote: 'Missing quote from `{{place}}`, expected the code in backticks or a fence',
    place: 'Missing location of this quote, expected `[${PROJECT_ROOT}/PATH:LINE]` after it',
    line: 'Missing line in `{{place}}`, expected `{{place}}:LINE`',
    words: 'Unexpected prose as evidence, expected a quote in backticks and `[${PROJECT_ROOT}/PATH:LINE]`',
  },
  examples: [
    {
      title: 'a quote and its location, a quote of several lines, an issue',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n- [${PROJECT_ROOT}/src/a.ts:1-2]\n  ```\n  const a = 1\n  const b = 2\n  ```\n- #42\n',
      reports: [],
    },
    {
      title: 'no quote, no location, no line, only prose',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- [${PROJECT_ROOT}/src/a.ts:1]\n- `const a = 1`\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts]\n- it was slow\n',
      reports: ['5:3 quote', '6:3 place', '7:3 line', '8:3 words'],
    },
  ],
  check({ notes, text }, report) {
    for (const decision of loggedDecisions(notes)) {
      // Plain evidence: each item is a quote and one line of a file.
      if (decision.citedFrom !== undefined) continue
      for (const { quote, locator, span } of decision.evidence) {
        if (locator === undefined) report('place', { span: firstLine(text, span) })
        else if (!('path' in locator)) continue
        else if (quote === undefined || quote.trim() === '')
          report('quote', { span: firstLine(text, span), data: { place: locator.text } })
        else if (locator.lines.length === 0)
          report('line', { span: firstLine(text, span), data: { place: locator.text } })
      }
      for (const span of wordsAlone(text, decision)) report('words', { span: firstLine(text, span) })
    }
  },
})

/** Evidence items that the record reader skips because they have neither a quote nor a location. */
function wordsAlone(text: string, decision: DecisionRecord): readonly Span[] {
  if (!hasFields(decision) || decision.plain === true) return []
  const field = fieldOf(text, decision, ['evidence', 'sources'])
  if (field === undefined) return []
  const read = new Set(decision.evidence.map(({ span }) => span.start))
  return splitBullets(text, field.value).filter(
    ({ start, end }) => !read.has(start) && !isNothing(text.slice(start, end)),
  )
}
