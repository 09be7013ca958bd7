import { NotesError } from '../../error.ts'
import type { Fields } from '../../files/read/json.ts'
import { fieldsGiven, flagGiven, inputOf, nameOf, textsGiven, wrongType } from '../given.ts'
import type { Vocabulary } from '../prompt/guidance.ts'
import type { Session } from '../session.ts'
import { cardTools } from './cards-tools.ts'
import { notepadTools } from './notepad.ts'
import { scratchpadActions } from './scratchpad.ts'
import { type Annotations, result, schema, type ToolSchema, text, texts, writes } from './tool-schema.ts'

/** A tool as data: any harness can register it. */
export interface SessionTool {
  readonly name: string
  /** Other names under which it may be called. */
  readonly aliases: readonly string[]
  readonly vocabulary: Vocabulary
  readonly description: string
  /** JSON schema of the input. */
  readonly inputSchema: ToolSchema
  /** JSON schema of the result; a string result stands for `{ message }`. */
  readonly outputSchema: object
  /** Model Context Protocol hints. A pad's log keeps overwritten text, so hardly any tool is destructive. */
  readonly annotations: Annotations
  /**
   * Returns the result of the tool. Rejects with a `NotesError`, unless the vocabulary reports errors in its results.
   */
  handler(session: Session, input: unknown): Promise<unknown>
  /** Returns the same result, and whether its text says that nothing was stored. */
  ask(session: Session, input: unknown): Promise<{ readonly result: unknown; readonly refused: boolean }>
}

/** A tool as its vocabulary defines it: `ask` if it reports errors in its results, else `handler`. */
export type OwnTool = Omit<SessionTool, 'ask' | 'handler'> &
  (
    | { ask(session: Session, input: Fields): ReturnType<SessionTool['ask']> }
    | { handler(session: Session, input: Fields): Promise<unknown> }
  )

/** Some hosts do not allow dots in tool names, so the dotted name is an alias. */
const scratchpadTool: OwnTool = {
  name: 'session_scratchpad',
  aliases: ['session.scratchpad'],
  vocabulary: 'scratchpad',
  description:
    'Persistent working memory that survives context compaction: notes, plan and refs. If the host can, it shows them ' +
    'before your messages. Give an action; or, without one, content and mode to replace or append notes.',
  inputSchema: schema({
    action: { type: 'string', enum: scratchpadActions, description: 'What to do' },
    content: text('For set_notes, append_notes, set_plan, or without an action: the text; "" clears'),
    ref: text('For refs.add and refs.remove: one file path, URL or identifier'),
    items: texts('For refs.set: all refs'),
    mode: {
      type: 'string',
      enum: ['replace', 'append'],
      default: 'replace',
      description: 'Without an action: replace overwrites the notes, append adds to them',
    },
  }),
  outputSchema: result({ message: text('What was stored, and how much room is left') }),
  annotations: writes,
  async ask(session, input) {
    const { message, refused } = await session.scratchpad.ask(input)
    return { result: message, refused }
  },
}

/** All tools for a pad, by vocabulary. */
export const sessionTools: readonly SessionTool[] = [...notepadTools, ...cardTools, scratchpadTool].map(
  ofSession,
)

/**
 * Adds checks to a tool. A harness that passes a session of its own, or none, gets an error that says so, instead of
 * one about a missing method. A misnamed parameter is also reported, unless the vocabulary does that itself.
 */
function ofSession(tool: OwnTool): SessionTool {
  const ask: SessionTool['ask'] = async (session, input) => {
    const given: unknown = session
    const isSession = typeof given === 'object' && given !== null && 'notepad' in given
    if (!isSession) throw wrongType(given, `the session of ${tool.name}`, 'a session from `openSession`')
    const fields = inputOf(input)
    if ('ask' in tool) return tool.ask(session, fields)
    refuseInput(session, tool, fields)
    return { result: await tool.handler(session, fields), refused: false }
  }
  return { ...tool, ask, handler: async (session, input) => (await ask(session, input)).result }
}

function refuseInput({ settings }: Session, { name, inputSchema }: OwnTool, input: Fields): void {
  if (!settings.enabled)
    throw new NotesError(
      'usage',
      `${name} is turned off; nothing was stored`,
      'Set `session.enabled` to true in notes.config.json to use pads',
    )
  const names = Object.keys(inputSchema.properties)
  const unknown = Object.keys(input).find(name => !names.includes(name))
  if (unknown !== undefined)
    throw new NotesError(
      'usage',
      `unknown parameter: ${nameOf(unknown)}; nothing was stored`,
      names.length === 0 ? `${name} takes no parameters` : `${name} takes ${names.join(', ')}`,
    )
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
