import { hasAny } from '../document/has-any.ts'
import { someAssignment } from './assignments.ts'
import { ALL_MARKS } from './marks.ts'
import { tokensIn } from './tokens.ts'

/**
 * Can the text contain anything that `secrets.ts` finds? Uses the first checks of its finders, so a no is always
 * right; a yes loads them. Everything shown at session start is checked, and loading takes longer than this. Hidden
 * characters must be removed first.
 */
export const maySecret = (text: string): boolean =>
  hasAny(text, ['-----BEGIN', ...ESCAPES]) ||
  hasAny(text, ALL_MARKS) ||
  tokensIn(text, true).length > 0 ||
  someAssignment(text, () => true)

/** Everything that `plain-view.ts` decodes starts with one of these. */
const ESCAPES = ['\\', '&', '<br', '<BR']
