import type { CurrentSession } from '../../files/sessions/current-session.ts'
import { isForeign } from '../../files/sessions/made-here.ts'
import { archivedPathOf } from '../../files/sessions/session-file-name.ts'
import { sessionFiles } from '../../files/sessions/session-files.ts'
import { sessionAbove, takeCaller } from '../../files/user/client-session.ts'
import type { Session } from '../../pads/session.ts'
import { startSession } from '../../pads/start-session.ts'
import type { OpenProject } from '../open.ts'
import { ambientSession, refusalOf, sessionSettings } from './project-session.ts'

/** Where a call of a tool comes from. */
export interface ToolCaller {
  /** The process that started the server. */
  readonly client: number | undefined
  /** The client's id of the call: a hook may have recorded that a subagent makes it. */
  readonly call?: string | undefined
}

/** The session that makes a call of a tool. */
export function sessionOfCaller({ project, env }: OpenProject, { client, call }: ToolCaller): CurrentSession {
  const found =
    (call === undefined ? undefined : takeCaller(env, call)) ??
    (client === undefined ? undefined : sessionAbove(env, client))
  // The environment of a server names the session at its start, which `/clear` and `--continue` replace.
  return ambientSession(project.root, found === undefined ? env : { ...env, CLAUDE_CODE_SESSION_ID: found })
}

/** Opens the pad of that session. Throws when it is not ours. */
export async function openPadOfCaller(open: OpenProject, caller: ToolCaller): Promise<Session> {
  const { root } = open.project
  const current = sessionOfCaller(open, caller)
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
