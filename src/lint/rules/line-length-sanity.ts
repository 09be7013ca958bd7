import { lineEndAfter } from '../../document/leaf.ts'
import { defineRule } from '../rule.ts'

const MOST = 2000

export default defineRule({
  name: 'line-length-sanity',
  group: 'budget',
  summary: 'Disallow lines of more than 2,000 characters',
  why: 'Tools cut such lines off, diffs of them cannot be read, and two people who touch one are in conflict.',
  severity: { loose: 'warning' },
  advice: true,
  messages: { long: 'Unexpected line of {{length}} characters, expected at most 2,000' },
  examples: [
    { title: 'a long but sane line', before: `## Learnings\n- ${'word '.repeat(200)}end\n`, reports: [] },
    {
      title: 'everything in one line',
      before: `## Learnings\n- ${'word '.repeat(600)}end\n`,
      reports: ['2:2001 long'],
    },
  ],
  check({ text }, report) {
    // By hand: a pattern that counts to 2,001 runs out of stack on a line of ten megabytes.
    for (let at = 0; at < text.length; ) {
      // Lines that end within a stretch of this length are all short enough.
      const last = text.slice(at, at + MOST + 1).lastIndexOf('\n')
      if (last >= 0) {
        at += last + 1
        continue
      }
      const end = lineEndAfter(text, at)
      const length = end - at
      // What is too much: the beginning is fine.
      if (length > MOST) report('long', { span: { start: at + MOST, end }, data: { length } })
      at = end + 1
    }
  },
})
