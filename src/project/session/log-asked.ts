import { logEvent } from '../../files/user/session-log.ts'
import type { Environment } from '../open.ts'

/** An agent's query to the notes, and its result. */
interface Asked {
  readonly event: 'recover' | 'search'
  readonly tokens?: number
  /** How many records matched the words of the query. Undefined for a query without words, which asks for the state. */
  readonly found?: number
}

/** Remembers, for `notes stats`, that a session asked for something. A person at a terminal has no session. */
export function logAsked(env: Environment, root: string, asked: Asked): void {
  const session = env.NOTES_SESSION || env.CLAUDE_CODE_SESSION_ID
  if (session) logEvent(env, { root, session }, asked, new Date())
}
