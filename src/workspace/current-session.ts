import { isThere } from './look.ts'
import { readText } from './read-text.ts'
import { checkSessionId, type SessionId } from './session-id.ts'
import { currentPathOf } from './session-paths.ts'

/** The session that was chosen for this project, if one was. */
export function chosenSession(root: string): SessionId | undefined {
  const path = currentPathOf(root)
  const id = isThere(path) ? readText(path).text.trim() : ''
  return id === '' ? undefined : checkSessionId(id)
}
