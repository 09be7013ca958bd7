import type { LineRange } from '../markdown/lines.ts'
import { checkClaims } from './check.ts'
import { type CodeReader, projectPath } from './code.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/** The code that a claim rests on, as it is today. */
export interface PlaceToday {
  /** Relative to the project root. */
  readonly path: string
  /** The current lines of the quote, or the lines as written if it was not found. Empty for a whole file. */
  readonly lines: readonly LineRange[]
  /** The state of the claim, named as in `verify`. */
  readonly state: EvidenceCheck['state']
}

/** Finds the code that claims rest on. Undefined for a claim that is not about code of the project. */
export function placesToday(claims: readonly Claim[], code: CodeReader): readonly (PlaceToday | undefined)[] {
  const checks = checkClaims(claims, code)
  return claims.map(({ locator }, index) => {
    const check = checks[index]
    if (check === undefined || locator === undefined || !('path' in locator)) return undefined
    const path = projectPath(locator, code)
    return path === undefined
      ? undefined
      : { state: check.state, path, lines: locator.lines, ...today(check) }
  })
}

function today(check: EvidenceCheck): Partial<PlaceToday> {
  if (check.state === 'moved') return { path: check.to.path, lines: [check.to.lines] }
  if (check.state === 'changed') return { path: check.path, lines: [check.closest.lines] }
  if (check.state === 'ok' && check.lines !== undefined) return { path: check.path, lines: [check.lines] }
  return {}
}
