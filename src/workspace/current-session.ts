import { isThere } from './look.ts'
import { readText } from './read-text.ts'
import { checkSessionId, type SessionId } from './session-id.ts'
import { currentPathOf } from './session-paths.ts'

/** Where a session that nobody named was taken from. */
export type SessionSource = 'NOTES_SESSION' | 'CLAUDE_CODE_SESSION_ID' | 'notes pad use' | 'default'

export interface CurrentSession {
  readonly id: SessionId
  readonly from: SessionSource
}

/** The session that is worked in: what the environment says, else what was chosen, else `default`. */
export function currentSession(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): CurrentSession {
  for (const from of ['NOTES_SESSION', 'CLAUDE_CODE_SESSION_ID'] as const) {
    const id = env[from]
    if (id) return { id: checkSessionId(id, from), from }
  }
  const path = currentPathOf(root)
  const chosen = isThere(path) ? readText(path).text.trim() : ''
  return chosen === ''
    ? { id: checkSessionId('default'), from: 'default' }
    : { id: checkSessionId(chosen, path), from: 'notes pad use' }
}
