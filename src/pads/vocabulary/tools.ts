import { fieldsGiven, flagGiven, textsGiven, wrongType } from '../given.ts'
import type { Vocabulary } from '../prompt/guidance.ts'
import type { Session } from '../session.ts'
import { cardTools } from './cards-tools.ts'
import { notepadTools } from './notepad-tools.ts'
import { scratchpadActions } from './scratchpad.ts'
import { inputOf, schema, text, texts } from './tool-input.ts'

/** A tool as data: any harness can register it. */
export interface SessionTool {
  readonly name: string
  /** Other names under which it may be called. */
  readonly aliases: readonly string[]
  readonly vocabulary: Vocabulary
  readonly description: string
  /** JSON schema of the input. */
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  /** Returns the result of the tool; rejects with a `NotesError` where the vocabulary has errors. */
  handler(session: Session, input: unknown): Promise<unknown>
}

/** Some hosts do not allow dots in tool names, so the dotted name is an alias. */
const scratchpadTool: SessionTool = {
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

/** All tools for a pad, by vocabulary. */
export const sessionTools: readonly SessionTool[] = [...notepadTools, ...cardTools, scratchpadTool].map(
  ofSession,
)

/** Tells a harness that passes its own session, or none, what is wrong, instead of failing with a missing method. */
function ofSession(tool: SessionTool): SessionTool {
  return {
    ...tool,
    async handler(session, input) {
      const isSession = typeof session === 'object' && session !== null && 'notepad' in session
      if (!isSession) throw wrongType(session, `the session of ${tool.name}`, 'a session from `openSession`')
      return tool.handler(session, input)
    },
  }
}

export const allToolNames: readonly string[] = sessionTools.map(({ name }) => name)

/** The tools to register: those of the given vocabularies, or none when pads are turned off. */
export function toolsFor(
  settings: { readonly enabled: boolean },
  vocabularies: readonly Vocabulary[] = ['notepad', 'cards', 'scratchpad'],
): readonly SessionTool[] {
  const { enabled } = fieldsGiven(settings, 'toolsFor')
  const wanted = textsGiven(vocabularies, 'the vocabularies of toolsFor')
  return flagGiven(enabled, '`enabled` of toolsFor')
    ? sessionTools.filter(({ vocabulary }) => wanted.includes(vocabulary))
    : []
}
