import { lineEndAfter } from '../../markdown/scan/leaf.ts'
import { defineRule } from '../rule.ts'

const MAX_LENGTH = 2000

export default defineRule({
  name: 'line-length-sanity',
  group: 'budget',
  summary: 'Disallow lines of more than 2,000 characters',
  why: 'Tools truncate such lines, their diffs are unreadable, and any two edits to one of them conflict.',
  severity: { loose: 'warning' },
  advice: true,
  messages: { long: 'Unexpected line of {{length}} characters, expected at most 2,000' },
  examples: [
    { title: 'a long but sane line', before: `## Learnings\n- ${'word '.repeat(200)}end\n`, reports: [] },
    {
      title: 'everything on one line',
      before: `## Learnings\n- ${'word '.repeat(600)}end\n`,
      reports: ['2:2001 long'],
    },
  ],
  check({ text }, report) {
    // No regular expression: one that counts to 2,001 overflows the stack on a 10 MB line.
    for (let at = 0; at < text.length; ) {
      // Every line that ends within this window is short enough.
      const last = text.slice(at, at + MAX_LENGTH + 1).lastIndexOf('\n')
      if (last >= 0) {
        at += last + 1
        continue
      }
      const end = lineEndAfter(text, at)
      const length = end - at
      // Report only the excess: the beginning is fine.
      if (length > MAX_LENGTH) report('long', { span: { start: at + MAX_LENGTH, end }, data: { length } })
      at = end + 1
    }
  },
})
