import { fieldsGiven, flagGiven, textsGiven, unlike } from './given.ts'
import type { Vocabulary } from './guidance.ts'
import type { Session } from './session.ts'
import { cardTools } from './tools/cards.ts'
import { notepadTools } from './tools/notepad.ts'
import { scratchpadTool } from './tools/scratchpad.ts'

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
  /** Gives the result of the tool; rejects with a `NotesError` where the vocabulary knows errors. */
  handler(session: Session, input: unknown): Promise<unknown>
}

/** All tools over a pad, by vocabulary. */
export const sessionTools: readonly SessionTool[] = [...notepadTools, ...cardTools, scratchpadTool].map(
  ofSession,
)

/** A harness that hands its own session over, or none, is told; not that something has no method. */
function ofSession(tool: SessionTool): SessionTool {
  return {
    ...tool,
    async handler(session, input) {
      const isSession = typeof session === 'object' && session !== null && 'notepad' in session
      if (!isSession) throw unlike(session, `the session of ${tool.name}`, 'what `openSession` resolves to')
      return tool.handler(session, input)
    },
  }
}

export const allToolNames: readonly string[] = sessionTools.map(({ name }) => name)

/** The tools to register: those of the vocabularies, and none when pads are turned off. */
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
