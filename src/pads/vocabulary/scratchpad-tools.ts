import { scratchpadActions } from './scratchpad.ts'
import { inputOf, schema, text, texts } from './tool-input.ts'
import type { SessionTool } from './tools.ts'

/** Some hosts do not allow dots in tool names, so the dotted name is an alias. */
export const scratchpadTool: SessionTool = {
  name: 'session_scratchpad',
  aliases: ['session.scratchpad'],
  vocabulary: 'scratchpad',
  description:
    'Persistent working memory that survives context compaction: notes, plan and refs. All three are prepended to ' +
    'each message you receive. Give an action; or, without one, content and mode to replace or append notes.',
  inputSchema: schema({
    action: { type: 'string', enum: scratchpadActions, description: 'What to do' },
    content: text('For set_notes, append_notes, set_plan, or without an action: the text'),
    ref: text('For refs.add and refs.remove: one file path, URL or identifier'),
    items: texts('For refs.set: all refs'),
    mode: {
      type: 'string',
      enum: ['replace', 'append'],
      default: 'replace',
      description: 'Without an action: replace overwrites the notes, append adds to them',
    },
  }),
  handler: async (session, input) => session.scratchpad.call(inputOf(input)),
}
