import { relative } from 'node:path'
import type { NotesError } from '../../../error.ts'
import type { Problem } from '../../../files/sessions/read-log.ts'
import { sessionFiles } from '../../../files/sessions/session-files.ts'
import { checkSessionId, type SessionId } from '../../../files/sessions/session-id.ts'
import type { Session } from '../../../pads/session.ts'
import { startSession } from '../../../pads/start-session.ts'
import { ambientSession, refusalOf, sessionSettings } from '../../../project/session/project-session.ts'
import { shown } from '../../../safety/door.ts'
import { remark } from '../../print/output.ts'
import type { Context, Host } from '../../program/command.ts'

/** The option of every command on a pad. */
export const sessionOption = {
  kind: 'text',
  value: 'session',
  does: 'the session; default: NOTES_SESSION, CLAUDE_CODE_SESSION_ID, the one chosen with `notes pad use`, or `default`',
} as const

export const storeOf = ({ project }: Context) => sessionFiles(project.root)

/** The id of the session to use. A pad that came with the repository is used only when it is named. */
function sessionIdOf(context: Context, typed: string | undefined): SessionId {
  if (typed !== undefined) return checkSessionId(typed)
  const refused = refusedSession(context)
  if (refused !== undefined) throw refused
  const { host, project } = context
  const { id, ignored } = ambientSession(project.root, host.env)
  if (ignored !== undefined)
    remark(context, [`${relative(host.cwd, ignored)} was not written by \`notes pad use\` here; ignored`])
  return id
}

/** The error if the pad of the default session is not trusted. A named session is not checked. */
export const refusedSession = ({ host, project }: Context): NotesError | undefined =>
  refusalOf(ambientSession(project.root, host.env))

/** Opens the session to use. Reports on standard error which parts of it cannot be read. */
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

/** A file that is not a log has a problem on every line. */
const MAX_PROBLEMS = 10

/** Reports on standard error which parts of a log could not be read. `place` names the file of a problem. */
export function sayProblems(
  host: Host,
  problems: readonly Problem[],
  place: (problem: Problem) => string,
): void {
  for (const problem of problems.slice(0, MAX_PROBLEMS)) {
    const where = `${problem.line === 0 ? '' : `line ${problem.line} of `}${place(problem)}`
    const colon = problem.line === 0 ? ':' : ''
    host.err(shown(`warning: ${where}${colon} ${problem.what}\n`))
  }
  const more = problems.length - MAX_PROBLEMS
  if (more > 0) host.err(shown(`warning: ${more} more problems; --json lists all\n`))
}

/** A pad as `--json` prints it. */
export function padToJson({ id, pad, problems, settings }: Session) {
  const { notes, plan, refs, cards, promoted, lineage } = pad
  const { limits } = settings
  return {
    session: id,
    notes,
    plan,
    refs,
    cards: [...cards.values()],
    promoted,
    lineage: lineage ?? null,
    used: {
      notes: { chars: notes.length, max: limits.notepad },
      plan: { chars: plan.length, max: limits.plan },
      refs: { items: refs.length, max: limits.refs },
    },
    problems,
  }
}

export const usedOf = (used: number, limit: number): string => (limit === 0 ? `${used}` : `${used}/${limit}`)
