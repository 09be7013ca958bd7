import { relative } from 'node:path'
import { NotesError } from '../../../error.ts'
import { checkSessionId, type SessionId } from '../../../files/sessions/session-file-name.ts'
import { sessionFiles } from '../../../files/sessions/session-files.ts'
import type { Session } from '../../../pads/session.ts'
import { startSession } from '../../../pads/start-session.ts'
import type { Problem } from '../../../pads/store.ts'
import { ambientSession } from '../../../project/session/ambient-session.ts'
import { sessionSettings } from '../../../project/session/session-settings.ts'
import { shown } from '../../../safety/door.ts'
import type { Context } from '../../program/context.ts'
import type { Host } from '../../program/host.ts'

/** The option of every command on a pad. */
export const sessionOption = {
  kind: 'text',
  value: 'id',
  does: 'the session; else NOTES_SESSION, CLAUDE_CODE_SESSION_ID, the one of `notes pad use`, or `default`',
} as const

export const storeOf = ({ project }: Context) => sessionFiles(project.root)

/** Which session is meant. A pad that came with the repository is used only when it is named. */
function sessionIdOf(context: Context, typed: string | undefined): SessionId {
  if (typed !== undefined) return checkSessionId(typed)
  const refused = refusedSession(context)
  if (refused !== undefined) throw refused
  const { host, project } = context
  const { id, ignored } = ambientSession(project.root, host.env)
  if (ignored !== undefined)
    host.err(
      shown(
        `note: ${relative(host.cwd, ignored)} was not written by \`notes pad use\` here, and is ignored\n`,
      ),
    )
  return id
}

/** Why the session of whoever names none is not loaded; undefined when it is. */
export function refusedSession({ host, project }: Context): NotesError | undefined {
  const { id, untrusted } = ambientSession(project.root, host.env)
  if (untrusted === undefined) return undefined
  return new NotesError(
    'outside',
    `The pad ${id} was not made by you on this machine, or under another HOME: it may have come with the repository`,
    `Look at it with \`notes pad show --session ${id}\`; \`notes pad use ${id}\` makes it yours`,
    { path: untrusted },
  )
}

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

/** A file that is no log at all has as many of them as lines. */
const MOST = 10

/** Says on standard error what of a log could not be read; `place` is where a problem lies that does not say so. */
export function sayProblems(
  host: Host,
  problems: readonly Problem[],
  place: (problem: Problem) => string,
): void {
  for (const problem of problems.slice(0, MOST)) {
    const where = `${problem.line === 0 ? '' : `line ${problem.line} of `}${place(problem)}`
    const colon = problem.line === 0 ? ':' : ''
    host.err(shown(`warning: ${where}${colon} ${problem.what}\n`))
  }
  const more = problems.length - MOST
  if (more > 0) host.err(shown(`warning: ${more} more of this; --json names all\n`))
}
