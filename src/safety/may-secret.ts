import { hasAny } from '../document/has-any.ts'
import { someAssignment } from './assignments.ts'
import { ALL_MARKS } from './marks.ts'
import { tokensIn } from './tokens.ts'

/**
 * May a text hold anything that `secrets.ts` would find? Made of what its finders look at first, so it is never wrongly
 * no; a yes loads them. Asked of all that is shown at the start of a session, where loading takes longer than the
 * answer. Hidden characters must be out of the text.
 */
export const maySecret = (text: string): boolean =>
  hasAny(text, ['-----BEGIN', ...ESCAPES]) ||
  hasAny(text, ALL_MARKS) ||
  tokensIn(text, true).length > 0 ||
  someAssignment(text, () => true)

/** What `plain-view.ts` reads in another way begins with one of these. */
const ESCAPES = ['\\', '&', '<br', '<BR']
