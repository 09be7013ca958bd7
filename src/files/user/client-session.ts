import { unlinkSync } from 'node:fs'
import { sep } from 'node:path'
import { startOf, statFields } from '../lock/process-start.ts'
import { isSessionId, type SessionId } from '../sessions/session-id.ts'
import { nameFor, readOwnFile, userFolder, writeOwnFile } from './user-folder.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Records the session that a client now has. Hooks learn it at each start; an MCP server does not, although the
 * client's `/clear` and `--continue` change it while the server runs.
 */
export function keepClientSession(env: Environment, client: number, session: SessionId): void {
  const path = pathOf(env, client, true)
  if (path === undefined) return
  const text = JSON.stringify({ started: startOf(client) ?? null, session })
  // After a compaction the session is still the same.
  if (readOwnFile(path) === text) return
  try {
    writeOwnFile(path, text)
  } catch {
    // The disk is full; a server then uses the session of its own environment.
  }
}

/** The session that this client has now; undefined when none of its hooks has run. */
export function clientSession(env: Environment, client: number): SessionId | undefined {
  const path = pathOf(env, client, false)
  const text = path === undefined ? undefined : readOwnFile(path)
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || !('session' in kept) || !('started' in kept))
      return undefined
    // Another process may have been given the pid of a client that was killed.
    if (kept.started !== (startOf(client) ?? null)) return undefined
    return typeof kept.session === 'string' && isSessionId(kept.session) ? kept.session : undefined
  } catch {
    return undefined
  }
}

/** A client starts a server itself, or through a shell, npx and the shell of npx. */
const MAX_PARENTS = 5

/**
 * Returns the session of the client that started a process, given the pid of the process's parent. The parents of that
 * parent are known on Linux only. The nearest client counts, as one client may have been started inside another.
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

/** Removes the record of a client's session, when the client ends. */
export function forgetClientSession(env: Environment, client: number): void {
  const path = pathOf(env, client, false)
  try {
    if (path !== undefined) unlinkSync(path)
  } catch {
    // No hook of this client has run.
  }
}

/**
 * Records which session makes a tool call: a subagent shares the MCP server of its session, but not the session's pad.
 * The server receives the call with the same id.
 */
export function keepCaller(env: Environment, call: string, session: SessionId): void {
  const path = pathOfCall(env, call, true)
  try {
    if (path !== undefined) writeOwnFile(path, session)
  } catch {
    // The disk is full; the call then counts as one of the client's own session.
  }
}

/** Returns the session that makes this call, if it is not the client's own, and removes the record of it. */
export function takeCaller(env: Environment, call: string): SessionId | undefined {
  const path = pathOfCall(env, call, false)
  const session = path === undefined ? undefined : readOwnFile(path)
  if (path === undefined || session === undefined) return undefined
  try {
    unlinkSync(path)
  } catch {
    // Another server has taken it.
  }
  return isSessionId(session) ? session : undefined
}

function pathOfCall(env: Environment, call: string, create: boolean): string | undefined {
  const folder = call === '' ? undefined : userFolder('state', env, create)
  return folder === undefined ? undefined : `${folder}${sep}call-${nameFor(call)}`
}

function pathOf(env: Environment, client: number, create: boolean): string | undefined {
  if (!Number.isSafeInteger(client) || client <= 1) return undefined
  const folder = userFolder('state', env, create)
  return folder === undefined ? undefined : `${folder}${sep}client-${client}.json`
}
