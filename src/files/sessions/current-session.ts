import { isThere } from '../read/look.ts'
import { readText } from '../read/read-text.ts'
import { writeAtomically } from '../swap/write.ts'
import type { Environment } from '../user/user-folder.ts'
import { rememberMade } from './made-here.ts'
import { currentPathOf, makeFolder, sessionPathOf } from './session-files.ts'
import { checkSessionId, type SessionId } from './session-id.ts'

/** The source of the current session when no command-line option names it. */
export type SessionSource = 'NOTES_SESSION' | 'CLAUDE_CODE_SESSION_ID' | 'notes pad use' | 'default'

export interface CurrentSession {
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
 * The current session: named by the environment, else selected by `notes pad use`, else `default`. `isOurs` decides
 * whether a file may be used; `isNamed` is true when its session is not just the default.
 */
export function currentSession(
  root: string,
  env: Environment,
  isOurs: (path: string, isNamed: boolean) => boolean,
): CurrentSession {
  const found = named(root, env, isOurs)
  const log = sessionPathOf(root, found.id)
  return isThere(log) && !isOurs(log, found.from !== 'default') ? { ...found, untrusted: log } : found
}

function named(
  root: string,
  env: Environment,
  isOurs: (path: string, isNamed: boolean) => boolean,
): CurrentSession {
  for (const from of ['NOTES_SESSION', 'CLAUDE_CODE_SESSION_ID'] as const) {
    const id = env[from]
    if (id) return { id: checkSessionId(id, from), from }
  }
  const path = currentPathOf(root)
  const usual = { id: checkSessionId('default'), from: 'default' } as const
  if (!isThere(path)) return usual
  if (!isOurs(path, false)) return { ...usual, ignored: path }
  const chosen = readText(path).text.trim()
  return chosen === '' ? usual : { id: checkSessionId(chosen, path), from: 'notes pad use' }
}

/** Makes this the session for commands that name none, and registers its log as created here. */
export async function chooseSession(root: string, id: SessionId, env: NodeJS.ProcessEnv): Promise<void> {
  makeFolder(root)
  await writeAtomically(currentPathOf(root), `${id}\n`, { mode: 0o600 })
  for (const path of [currentPathOf(root), sessionPathOf(root, id)])
    if (isThere(path)) rememberMade(path, env)
}
