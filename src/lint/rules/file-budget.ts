import { estimateTokens } from '../../markdown/tokens.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { titleSpan } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

/** Claude Code refuses to read a larger file in one go. */
const MAX_TOKENS = 25_000

export default defineRule({
  name: 'file-budget',
  group: 'budget',
  summary: 'Disallow a file that is too large to read in one go',
  why: 'Notes that do not fit into one read are only ever seen in part. `notes archive` moves settled records out of the file.',
  severity: { loose: 'warning' },
  advice: true,
  messages: {
    bytes: 'Unexpected {{bytes}} bytes, expected at most {{most}}; {{how}}',
    tokens: 'Unexpected {{tokens}} tokens, expected at most {{most}}; {{how}}',
  },
  examples: [
    { title: 'a file of a few lines', before: '## Learnings\n- Short\n', reports: [] },
    {
      title: 'more than an agent reads at once',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(4000)}`,
      reports: ['1:4 tokens'],
    },
    {
      title: 'more than the configured file size',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(6000)}`,
      reports: ['1:4 bytes'],
    },
  ],
  check({ text, notes, settings }, report) {
    // A token is at least one byte, so a file this small needs no estimate.
    const bytes = Buffer.byteLength(text)
    if (bytes <= Math.min(settings.fileBytes, MAX_TOKENS)) return
    const span = titleSpan(notes)
    const decisions = recordsOfKind(notes, 'decision').length
    const how =
      decisions > settings.keep ? '`notes archive` makes room' : 'move what is settled to a file of its own'
    if (bytes > settings.fileBytes) {
      report('bytes', { span, data: { bytes, most: settings.fileBytes, how } })
      return
    }
    const tokens = estimateTokens(text, settings.tokenFactor)
    if (tokens > MAX_TOKENS) report('tokens', { span, data: { tokens, most: MAX_TOKENS, how } })
  },
})
