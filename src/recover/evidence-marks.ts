import { checkClaims } from '../evidence/check.ts'
import type { CodeReader } from '../evidence/code.ts'
import { onItsLine } from '../evidence/on-its-line.ts'
import type { Claim, EvidenceCheck } from '../evidence/states.ts'
import type { Item } from './levels/item.ts'

/** The state of evidence that may not hold, named as in `verify`. */
export type Mark = 'moved' | 'changed' | 'gone' | 'ambiguous' | 'missing' | 'outside' | 'unchecked'

/** Ranks marks by severity, least severe first. Only the most severe one is shown. */
const GRAVITY: readonly Mark[] = ['moved', 'unchecked', 'ambiguous', 'outside', 'changed', 'gone', 'missing']

/** Returns an item's mark. `near` returns claims that are likely to be needed next, so that git is asked only once. */
export type MarkOf = (item: Pick<Item, 'claims'>, near?: () => readonly Claim[]) => Mark | undefined

/** Compares an item's claims with the code. Returns the most severe mark, if any. */
export function evidenceMarks(code: CodeReader | undefined): MarkOf {
  if (code === undefined) return () => undefined
  const known = new Map<string, EvidenceCheck>()
  const check = (claims: readonly Claim[]): void => {
    for (const [index, found] of checkClaims(claims, code).entries()) {
      const claim = claims[index]
      if (claim !== undefined) known.set(keyOf(claim), found)
    }
  }
  return ({ claims }, near = () => []) => {
    // A place without a quote, or a quote without a place, claims too little to be wrong. Lint reports it.
    const open = (claims?.() ?? []).filter(isCompared).filter(claim => onItsLine(claim, code) === undefined)
    const isNew = (claim: Claim) => isCompared(claim) && !known.has(keyOf(claim))
    if (open.some(isNew)) check([...open, ...near()].filter(isNew))
    const marks = open.map(claim => markOf(known.get(keyOf(claim))))
    return GRAVITY.findLast(mark => marks.includes(mark))
  }
}

const isCompared = ({ quote, locator, isReference = false }: Claim): boolean =>
  locator !== undefined && (isReference || quote !== undefined)

const keyOf = ({ quote, locator, at }: Claim): string => JSON.stringify([quote, locator?.text, at?.text])

/** A quote that git followed to its new place still holds. */
function markOf(check: EvidenceCheck | undefined): Mark | undefined {
  if (check === undefined || (check.state === 'moved' && check.certain)) return undefined
  return GRAVITY.find(mark => mark === check.state)
}
