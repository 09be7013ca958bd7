import type { LineRange } from '../markdown/lines.ts'
import type { Locator } from '../notes/text/locator.ts'
import { checkEvidence } from './check.ts'
import { type CodeReader, projectPath } from './code.ts'
import type { Claim, EvidenceCheck } from './states.ts'
import { checkPlace } from './verify.ts'

/** The code that a claim rests on, as it is today. */
export interface PlaceToday {
  /** Relative to the project root. */
  readonly path: string
  /** The current lines of the quote, or the lines as written if it was not found. Empty for a whole file. */
  readonly lines: readonly LineRange[]
  /** In the words of `verify`. */
  readonly state: EvidenceCheck['state']
}

/**
 * Finds the code that a claim, or a place cited without a quote, rests on. Undefined when that is not code of the
 * project. The one place that decides where a quote has gone.
 */
export function placeToday(
  claim: Claim | { readonly locator: Locator | undefined },
  code: CodeReader,
): PlaceToday | undefined {
  const { locator } = claim
  if (locator === undefined || !('path' in locator)) return undefined
  const written = projectPath(locator, code)
  if (written === undefined) return undefined
  if (!('quote' in claim))
    return { state: checkPlace(locator, code).state, path: written, lines: locator.lines }
  const check = checkEvidence(claim, code)
  const { state } = check
  if (check.state === 'moved') return { state, path: check.to.path, lines: [check.to.lines] }
  if (check.state === 'ok') return { state, path: check.path, lines: [check.lines] }
  return { state, path: written, lines: locator.lines }
}
