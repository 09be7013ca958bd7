import { relative } from 'node:path'
import { sessionSettings } from '../../hosts/session-settings.ts'
import type { Session } from '../../session/session.ts'
import { startSession } from '../../session/start-session.ts'
import { currentSession } from '../../workspace/current-session.ts'
import { sessionFiles } from '../../workspace/session-files.ts'
import { checkSessionId, type SessionId } from '../../workspace/session-id.ts'
import type { Context } from '../context.ts'
import { sayProblems } from './say-problems.ts'

/** The option of every command on a pad. */
export const sessionOption = {
  kind: 'text',
  value: 'id',
  does: 'the session; else NOTES_SESSION, CLAUDE_CODE_SESSION_ID, the one of `notes pad use`, or `default`',
} as const

export const storeOf = ({ project }: Context) => sessionFiles(project.root)

/** Which session is meant. */
const sessionIdOf = ({ host, project }: Context, typed: string | undefined): SessionId =>
  typed === undefined ? currentSession(project.root, host.env).id : checkSessionId(typed)

/** Opens the session that is meant, and says on standard error what of it cannot be read. */
export async function sessionOf(context: Context, typed: string | undefined): Promise<Session> {
  const { config, host } = context
  const session = await startSession({
    id: sessionIdOf(context, typed),
    store: storeOf(context),
    settings: sessionSettings(config.values),
    now: host.now,
  })
  sayProblems(host, session.problems, ({ path }) =>
    path === undefined ? session.id : relative(host.cwd, path),
  )
  return session
}
