import { isThere } from './look.ts'
import { readText } from './read-text.ts'
import { checkSessionId, type SessionId } from './session-id.ts'
import { currentPathOf, sessionPathOf } from './session-paths.ts'

/** Where a session that nobody named was taken from. */
export type SessionSource = 'NOTES_SESSION' | 'CLAUDE_CODE_SESSION_ID' | 'notes pad use' | 'default'

export interface CurrentSession {
  readonly id: SessionId
  readonly from: SessionSource
  /** Its log when it may have come with a clone: not to be loaded until `notes pad use` names it. */
  readonly untrusted?: string
  /** The file that chooses a session, when `notes pad use` did not write it here. */
  readonly ignored?: string
}

/**
 * The session to work in: the one the environment names, else the one that was chosen, else `default`. `isOurs` says
 * whether a file that nobody named may be used.
 */
export function currentSession(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  isOurs: (path: string, isNamed: boolean) => boolean,
): CurrentSession {
  const found = named(root, env, isOurs)
  const log = sessionPathOf(root, found.id)
  return isThere(log) && !isOurs(log, found.from !== 'default') ? { ...found, untrusted: log } : found
}

function named(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
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
