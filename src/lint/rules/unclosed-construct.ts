import { lineEndAfter } from '../../markdown/scan/leaf.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'unclosed-construct',
  group: 'structure',
  summary: 'Disallow unclosed code fences and comments',
  why: 'An unclosed fence or comment swallows everything after it: the records below are in the file, but no tool reads them. Nothing is written to such a file.',
  severity: { loose: 'error' },
  messages: {
    fence: 'Missing end of this code fence, expected a line of `{{mark}}`',
    comment: 'Missing end of this comment, expected `-->`',
  },
  examples: [
    {
      title: 'closed',
      before: '## Learnings\n<!-- newest last -->\n```sh\nls\n```\n',
      reports: [],
    },
    {
      title: 'an open fence',
      before: '## Learnings\n````sh\nls\n```\n\n## Blockers\n',
      reports: ['2:1 fence'],
    },
    {
      title: 'an open comment',
      before: '## Learnings\n<!-- newest last\n\n## Blockers\n',
      reports: ['2:1 comment'],
    },
    {
      title: 'a comment that runs on into the next one',
      before: '## Learnings\n<!-- newest last\n\n## Blockers\n<!-- none -->\n',
      reports: ['2:1 comment'],
    },
  ],
  check({ text, notes: { document } }, report) {
    for (const { kind, span } of document.damage) {
      const line = { start: span.start, end: Math.min(lineEndAfter(text, span.start), span.end) }
      const mark = /^[`~]+/.exec(text.slice(line.start, line.start + 100))?.[0] ?? '```'
      if (kind === 'unclosed-fence') report('fence', { span: line, data: { mark } })
      if (kind === 'unclosed-comment') report('comment', { span: line })
    }
  },
})
