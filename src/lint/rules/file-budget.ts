import { estimateTokens } from '../../document/tokens.ts'
import { defineRule } from '../rule.ts'

/** More than this, and Claude Code refuses to read the file in one go. */
const MOST_TOKENS = 25_000

export default defineRule({
  name: 'file-budget',
  group: 'budget',
  summary: 'Disallow a file that is too large to be read',
  why: 'A memory that does not fit into one read is searched, not known. `notes archive` moves what is settled out of the way.',
  severity: { loose: 'warning' },
  advice: true,
  messages: {
    bytes: 'Unexpected {{bytes}} bytes, expected at most {{most}}; `notes archive` makes room',
    tokens: 'Unexpected {{tokens}} tokens, expected at most {{most}}; `notes archive` makes room',
  },
  examples: [
    { title: 'a file of a few lines', before: '## Learnings\n- Short\n', reports: [] },
    {
      title: 'more than an agent reads at once',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(4000)}`,
      reports: ['1:4 tokens'],
    },
    {
      title: 'more than the file may have',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(6000)}`,
      reports: ['1:4 bytes'],
    },
  ],
  check({ text, notes, settings }, report) {
    // No token is shorter than a byte.
    const bytes = Buffer.byteLength(text)
    if (bytes <= Math.min(settings.fileBytes, MOST_TOKENS)) return
    const span = notes.sections.find(({ heading }) => heading !== undefined)?.heading?.text ?? {
      start: 0,
      end: 0,
    }
    if (bytes > settings.fileBytes) {
      report('bytes', { span, data: { bytes, most: settings.fileBytes } })
      return
    }
    const tokens = estimateTokens(text, settings.tokenFactor)
    if (tokens > MOST_TOKENS) report('tokens', { span, data: { tokens, most: MOST_TOKENS } })
  },
})
