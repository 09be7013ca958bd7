import type { EvidenceCheck } from './states.ts'

/**
 * The share of claims that hold: those found where they say (`ok`, exact or not) and those that rest on something
 * outside of the code (`external`), of all claims. What moved, changed, is ambiguous, missing, outside or could not
 * be read counts as not grounded until somebody puts it right. 1 when there are no claims.
 */
export function groundingRatio(checks: readonly Pick<EvidenceCheck, 'state'>[]): number {
  if (checks.length === 0) return 1
  const grounded = checks.filter(({ state }) => state === 'ok' || state === 'external')
  return grounded.length / checks.length
}
