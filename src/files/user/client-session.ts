import { startOf, statFields } from '../lock/this-process.ts'
import { parseFields } from '../read/json.ts'
import { isSessionId, type SessionId } from '../sessions/session-id.ts'
import {
  type Environment,
  nameFor,
  readOwnFile,
  removeOwnFile,
  userFile,
  writeOwnFile,
} from './user-folder.ts'

/**
 * Records the session that a client now has. Hooks learn it at each start; an MCP server does not, although the
 * client's `/clear` and `--continue` change it while the server runs.
 */
export function keepClientSession(env: Environment, client: number, session: SessionId): void {
  const path = pathOf(env, client, true)
  const text = JSON.stringify({ started: startOf(client) ?? null, session })
  // After a compaction the session is still the same. If the disk is full, a server uses the session of its own
  // environment.
  if (readOwnFile(path) !== text) writeOwnFile(path, text)
}

/** The session that this client has now; undefined when none of its hooks has run. */
export function clientSession(env: Environment, client: number): SessionId | undefined {
  const kept = parseFields(readOwnFile(pathOf(env, client, false)) ?? '')
  // Another process may have been given the pid of a client that was killed.
  if (kept === undefined || kept.started !== (startOf(client) ?? null)) return undefined
  return typeof kept.session === 'string' && isSessionId(kept.session) ? kept.session : undefined
}

/** A client starts a server itself, or through a shell, npx and the shell of npx. */
const MAX_PARENTS = 5

/**
 * Returns the session of the client that started a process, given the pid of the process's parent. Earlier ancestors
 * are known on Linux only. The nearest client counts, as one client may have been started inside another.
 */
export function sessionAbove(env: Environment, parent: number): SessionId | undefined {
  let id = parent
  for (let steps = 0; steps < MAX_PARENTS && id > 1; steps++) {
    const found = clientSession(env, id)
    if (found !== undefined) return found
    id = Number(statFields(id)?.[1] ?? 0)
  }
  return undefined
}

export function forgetClientSession(env: Environment, client: number): void {
  removeOwnFile(pathOf(env, client, false))
}

/**
 * Records which session makes a tool call: a subagent shares the MCP server of its session, but not the session's pad.
 * The server receives the call with the same id. Without a record, the call counts as one from the client's own
 * session.
 */
export function keepCaller(env: Environment, call: string, session: SessionId): void {
  writeOwnFile(pathOfCall(env, call, true), session)
}

/** Returns the session that makes this call, if it is not the client's own, and removes the record of it. */
export function takeCaller(env: Environment, call: string): SessionId | undefined {
  const path = pathOfCall(env, call, false)
  const session = readOwnFile(path)
  removeOwnFile(path)
  return session !== undefined && isSessionId(session) ? session : undefined
}

const pathOfCall = (env: Environment, call: string, create: boolean): string | undefined =>
  call === '' ? undefined : userFile('state', env, `call-${nameFor(call)}`, create)

const pathOf = (env: Environment, client: number, create: boolean): string | undefined =>
  Number.isSafeInteger(client) && client > 1
    ? userFile('state', env, `client-${client}.json`, create)
    : undefined
