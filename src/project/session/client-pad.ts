import { isForeign } from '../../files/sessions/made-here.ts'
import { archivedPathOf, sessionFiles } from '../../files/sessions/session-files.ts'
import { sessionAbove, takeCaller } from '../../files/user/client-session.ts'
import type { Session } from '../../pads/session.ts'
import { startSession } from '../../pads/start-session.ts'
import type { Environment, OpenProject } from '../open.ts'
import { ambientSession, refusalOf, sessionSettings } from './project-session.ts'

/** The origin of a tool call. */
export interface ToolCaller {
  /** The process that started the server. */
  readonly client: number | undefined
  /** The client's id for the call. A hook may have recorded under it that a subagent makes the call. */
  readonly call?: string | undefined
}

/**
 * Returns the environment for a tool call, with the session that makes the call. The environment of a server names the
 * session at its start, which `/clear` and `--continue` replace.
 */
export function environmentOf(env: Environment, { client, call }: ToolCaller): Environment {
  const found =
    (call === undefined ? undefined : takeCaller(env, call)) ??
    (client === undefined ? undefined : sessionAbove(env, client))
  return found === undefined ? env : { ...env, CLAUDE_CODE_SESSION_ID: found }
}

/** Opens the pad of the session that the environment names. Throws when the pad may not be this user's own. */
export async function openOwnPad(open: OpenProject): Promise<Session> {
  const { root } = open.project
  const current = ambientSession(root, open.env)
  const archived = archivedPathOf(root, current.id)
  const refused = refusalOf(isForeign(archived) ? { ...current, untrusted: archived } : current)
  if (refused !== undefined) throw refused
  return startSession({
    id: current.id,
    store: sessionFiles(root),
    settings: sessionSettings(open.config.values),
    now: open.now,
  })
}
