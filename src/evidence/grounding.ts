import type { EvidenceCheck } from './states.ts'

/**
 * The share of claims that hold: found where cited (`ok`, exact or not) or resting on something outside of the code
 * (`external`). Moved, changed, ambiguous, missing, outside and unreadable claims count as not grounded until they
 * are fixed. 1 when there are no claims.
 */
export function groundingRatio(checks: readonly Pick<EvidenceCheck, 'state'>[]): number {
  if (checks.length === 0) return 1
  const grounded = checks.filter(({ state }) => state === 'ok' || state === 'external')
  return grounded.length / checks.length
}
