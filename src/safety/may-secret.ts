import { assignedIn } from './assigned.ts'
import { contextsIn } from './contexts.ts'
import { plainView } from './plain-view.ts'
import { tokensIn } from './tokens.ts'

/**
 * Does a text hold anything that `secrets.ts` would find? Asked of every line shown at the start of a session, where
 * loading all of it would take longer than the answer. Hidden characters must be out of the text.
 */
export function maySecret(text: string): boolean {
  if (holdsSecret(text)) return true
  const plain = plainView(text)
  return plain !== undefined && holdsSecret(plain.text)
}

const holdsSecret = (text: string): boolean =>
  text.includes('-----BEGIN') ||
  tokensIn(text, true).length > 0 ||
  assignedIn(text, true).length > 0 ||
  contextsIn(text, true).length > 0
