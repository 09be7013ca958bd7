import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { sep } from 'node:path'
import { parseFields } from '../read/json.ts'
import {
  type Environment,
  nameFor,
  pruneOwnFiles,
  realFolder,
  SAFELY,
  userFile,
  userFolder,
} from './user-folder.ts'

/** A session of a project. Two projects may use the same session name. */
export interface SessionKey {
  readonly root: string
  readonly session: string
}

/**
 * One thing that happened in a session: what a hook injected, or what a command did. Processes only append, so that
 * hooks that run at the same time need no lock.
 */
export interface SessionEvent {
  readonly event: string
  /** An ISO timestamp; added when the event is written. */
  readonly at?: string
  /** An estimate of how many tokens the model was given. */
  readonly tokens?: number
  /** Which level 1 the model was given. */
  readonly slice?: string
  /** The state of the pad that the model was shown. */
  readonly pad?: string
  readonly warned?: boolean
  readonly held?: boolean
  readonly compacted?: boolean
  /** The prompt in which the model was advised to note what a large result showed. */
  readonly clearing?: string
  /** Handles of the decisions that the model was told about before it changed their code. */
  readonly told?: readonly string[]
  /** The subagents' pads that were reported, each with its size. */
  readonly reported?: readonly string[]
  /** A hash of the names of cited files that were gone; `renamed` lists the files that now hold their code. */
  readonly gone?: string
  readonly renamed?: readonly string[]
  /** Records that were written: kind and title. */
  readonly wrote?: readonly (readonly [kind: string, title: string])[]
  /** The number of records that matched the search words. Missing if the session asked for the state instead. */
  readonly found?: number
  /** The session's records were handed on to the next session. */
  readonly handedOn?: boolean
}

/** Logs an event of the session that the environment names; for a person at a terminal, it names none. */
export function logOwn(env: Environment, root: string, event: SessionEvent, now = new Date()): void {
  const session = env.NOTES_SESSION || env.CLAUDE_CODE_SESSION_ID
  if (session) logEvent(env, { root, session }, event, now)
}

/** Appends to the log in the user's state folder. Never throws: everything works without the log. */
export function logEvent(env: Environment, key: SessionKey, event: SessionEvent, now: Date): void {
  try {
    const path = pathOf(env, key, true)
    if (path === undefined) return
    const line = JSON.stringify({ at: now.toISOString(), ...event })
    // Writes to a descriptor: appendFileSync takes three times as long the first time.
    const descriptor = openSync(path, APPEND, 0o600)
    try {
      const stat = fstatSync(descriptor)
      if (!stat.isFile() || stat.size > MAX_BYTES) return
      const head = stat.size === 0 ? `${JSON.stringify(key)}\n` : ''
      writeSync(descriptor, Buffer.from(`${head}${line}\n`))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Read-only disk.
  }
}

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | SAFELY

/** Enough for a year of prompts; beyond this size nothing is added. */
const MAX_BYTES = 8 << 20

/** Returns this session's events, oldest first; empty when none is known. */
export function readSessionLog(env: Environment, key: SessionKey): readonly SessionEvent[] {
  const path = pathOf(env, key, false)
  return path === undefined ? [] : readLog(path).events
}

export interface SessionLog extends SessionKey {
  readonly events: readonly SessionEvent[]
}

/** The logs of all sessions of a project. */
export function sessionLogs(env: Environment, root: string): readonly SessionLog[] {
  const folder = userFolder('state', env)
  if (folder === undefined) return []
  const real = realFolder(root) ?? root
  return readdirSync(folder)
    .filter(name => name.startsWith(START))
    .map(name => readLog(`${folder}${sep}${name}`))
    .filter(log => (realFolder(log.root) ?? log.root) === real && log.session !== '')
}

const START = 'session-'
const MAX_LOGS = 1_000

/** Deletes the older half of the logs when there are too many. */
export function pruneSessionLogs(env: Environment): void {
  const folder = userFolder('state', env)
  if (folder !== undefined) pruneOwnFiles(folder, START, MAX_LOGS)
}

function readLog(path: string): SessionLog {
  const events: SessionEvent[] = []
  let [root, session] = ['', '']
  // A line that was torn by a full disk is skipped.
  for (const line of linesOf(path)) {
    const value = parseFields(line)
    if (value === undefined) continue
    if (typeof value.event === 'string') events.push(value as unknown as SessionEvent)
    else if (typeof value.root === 'string' && typeof value.session === 'string')
      [root, session] = [value.root, value.session]
  }
  return { root, session, events }
}

function linesOf(path: string): readonly string[] {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  } catch {
    return []
  }
}

const pathOf = (env: Environment, { root, session }: SessionKey, create: boolean): string | undefined =>
  userFile('state', env, `${START}${nameFor(`${realFolder(root) ?? root}\n${session}`)}.jsonl`, create)

/** Above this size a new log of failures is started; the previous one is kept beside it. */
const MAX_FAILURES = 256 * 1024

/** Logs, in the user's state folder, why a hook failed. Never throws, so the session goes on. */
export function logHook(
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
  line: string,
  now: Date,
): void {
  try {
    const path = userFile('state', env, 'hook.log', true)
    if (path === undefined) return
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isFile()) return
    if ((stat?.size ?? 0) > MAX_FAILURES) renameSync(path, `${path}.1`)
    const text = `${realFolder(cwd) ?? cwd} ${line}`.replaceAll(/\s+/g, ' ').slice(0, 2_000)
    appendFileSync(path, `${now.toISOString()} ${text}\n`, { mode: 0o600 })
  } catch {
    // Read-only disk.
  }
}
