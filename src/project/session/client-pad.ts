import type { CurrentSession } from '../../files/sessions/current-session.ts'
import { isForeign } from '../../files/sessions/made-here.ts'
import { archivedPathOf } from '../../files/sessions/session-file-name.ts'
import { sessionFiles } from '../../files/sessions/session-files.ts'
import { sessionAbove } from '../../files/user/client-session.ts'
import type { Session } from '../../pads/session.ts'
import { startSession } from '../../pads/start-session.ts'
import type { OpenProject } from '../open.ts'
import { ambientSession, refusalOf, sessionSettings } from './project-session.ts'

/** The session that a client has now, for a server that it started; `client` is the parent of the server. */
export function clientSessionOf({ project, env }: OpenProject, client: number | undefined): CurrentSession {
  const found = client === undefined ? undefined : sessionAbove(env, client)
  // The environment of a server names the session at its start, which `/clear` and `--continue` replace.
  return ambientSession(project.root, found === undefined ? env : { ...env, CLAUDE_CODE_SESSION_ID: found })
}

/** Opens the pad of that session. Throws when it is not ours. */
export async function openClientPad(open: OpenProject, client: number | undefined): Promise<Session> {
  const { root } = open.project
  const current = clientSessionOf(open, client)
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
