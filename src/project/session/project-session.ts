import type { Config } from '../../config/fields.ts'
import { NotesError } from '../../error.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import { isForeign, madeHere, rememberMade } from '../../files/sessions/made-here.ts'
import {
  archivedPathOf,
  currentPathOf,
  makeFolder,
  sessionFiles,
  sessionPathOf,
} from '../../files/sessions/session-files.ts'
import { checkSessionId, type SessionId } from '../../files/sessions/session-id.ts'
import { writeAtomically } from '../../files/swap/write.ts'
import { sessionAbove, takeCaller } from '../../files/user/client-session.ts'
import { listFiles } from '../../git/git.ts'
import { forgeLimits, type SessionSettings } from '../../pads/limits.ts'
import type { Session } from '../../pads/session.ts'
import { startSession } from '../../pads/start-session.ts'
import type { Environment, OpenProject } from '../open.ts'

/** Translates the pad settings of a configuration into session settings. */
export function sessionSettings({ session }: Pick<Config, 'session'>): SessionSettings {
  const { enabled, notes, plan, refs, scratchpad, compaction } = session
  const cards = { characters: session.cards.maxChars, minTags: 0, maxTags: session.cards.maxTags }
  return {
    enabled,
    limits: {
      notes: notes.maxChars,
      notepad: session.notepad.maxChars,
      plan: plan.maxChars,
      refs: refs.max,
      refLength: refs.maxChars,
      tokens: scratchpad.maxTokens,
      cards: session.cards.profile === 'forge' ? forgeLimits(cards) : cards,
    },
    nudges: {
      afterTurns: scratchpad.nudgeAfterTurns,
      onPlan: scratchpad.nudgeOnPlanDetected,
      afterCompaction: scratchpad.nudgeAfterCompaction,
      turnsSinceUse: scratchpad.nudgeTurnsSinceLastUse,
    },
    order: session.order === 'pad-first' ? 'pad-first' : 'steer-first',
    warnAt: compaction.warnAt,
  }
}

/** The source of the current session when no command-line option names it. */
type SessionSource = 'NOTES_SESSION' | 'CLAUDE_CODE_SESSION_ID' | 'notes pad use' | 'default'

interface CurrentSession {
  readonly id: SessionId
  readonly from: SessionSource
  /**
   * The path of the session's log, if it may have come with a clone or belongs to another user. A log from a clone is
   * not loaded until `notes pad use` names the session.
   */
  readonly untrusted?: string
  /** The file that selects a session, if it is ignored because `notes pad use` did not write it on this machine. */
  readonly ignored?: string
}

/**
 * The session for commands that name none: named by the environment, else selected by `notes pad use`, else `default`.
 * A pad that is used without being named must have been created here.
 */
export function ambientSession(root: string, env: Environment): CurrentSession {
  const found = namedSession(root, env)
  const log = sessionPathOf(root, found.id)
  const isOurs = (): boolean => (found.from === 'default' ? isMadeHere(root, env, log) : !isForeign(log))
  return isThere(log) && !isOurs() ? { ...found, untrusted: log } : found
}

function namedSession(root: string, env: Environment): CurrentSession {
  for (const from of ['NOTES_SESSION', 'CLAUDE_CODE_SESSION_ID'] as const) {
    const id = env[from]
    if (id) return { id: checkSessionId(id, from), from }
  }
  const path = currentPathOf(root)
  const usual = { id: checkSessionId('default'), from: 'default' } as const
  if (!isThere(path)) return usual
  if (!isMadeHere(root, env, path)) return { ...usual, ignored: path }
  const chosen = readText(path).text.trim()
  return chosen === '' ? usual : { id: checkSessionId(chosen, path), from: 'notes pad use' }
}

/** Where no register of created pads can be kept, git is asked: a file that it tracks came with the repository. */
function isMadeHere(root: string, env: Environment, path: string): boolean {
  const made = madeHere(path, env)
  return made === 'unknown' ? !isListed(root, path) : made === 'yes'
}

/** Does git track the file, or would it? Our own pads are ignored. */
const isListed = (root: string, path: string): boolean =>
  listFiles(root)?.includes(pathBelow(root, path)) === true

/** Refuses a pad that git tracks: it came with the repository, unless `notes pad use` has named it here. */
export function refuseTracked(root: string, id: SessionId): void {
  for (const path of [sessionPathOf(root, id), archivedPathOf(root, id)])
    if (isThere(path) && madeHere(path) !== 'yes' && isListed(root, path))
      throw refusalOf({ id, from: 'default', untrusted: path })
}

/** Makes this the session for commands that name none, and registers its log as created here. */
export async function chooseSession(root: string, id: SessionId, env: NodeJS.ProcessEnv): Promise<void> {
  makeFolder(root)
  await writeAtomically(currentPathOf(root), `${id}\n`, { mode: 0o600 })
  for (const path of [currentPathOf(root), sessionPathOf(root, id)])
    if (isThere(path)) rememberMade(path, env)
}

/** Returns the error if a pad must not be used, because it may have come with a clone or belongs to another user. */
export function refusalOf({ id, untrusted }: CurrentSession): NotesError | undefined {
  if (untrusted === undefined) return undefined
  return new NotesError(
    'outside',
    `The pad ${id} was not created by you on this machine with this HOME: it may have come with the repository`,
    `Review it with \`notes pad show --session ${id}\`; \`notes pad use ${id}\` makes it yours`,
    { path: untrusted },
  )
}

/** The origin of a tool call. */
interface ToolCaller {
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
