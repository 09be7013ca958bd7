import type { Span } from '../markdown/block.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import type { ReferenceRecord } from '../notes/kinds/reference.ts'
import type { Notes } from '../notes/notes.ts'
import { checkPlace, type PlaceCheck } from './check-place.ts'
import type { CodeReader } from './code.ts'
import { checkAll } from './relocate.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/** A claim of the notes about the code, with the result of its check. */
export type Verified =
  | {
      readonly kind: 'evidence'
      readonly record: DecisionRecord
      readonly claim: Claim
      readonly span: Span
      readonly check: EvidenceCheck
    }
  | {
      readonly kind: 'reference'
      readonly record: ReferenceRecord
      readonly span: Span
      readonly check: PlaceCheck
    }

/** Checks the evidence of all logged decisions and all references, in file order. */
export function verifyNotes({ records }: Notes, code: CodeReader): readonly Verified[] {
  const cited = records
    .filter(record => record.kind === 'decision')
    .flatMap(record =>
      record.evidence.map(claim => ({ kind: 'evidence', record, claim, span: claim.span }) as const),
    )
  const checks = checkAll(
    cited.map(({ claim }) => claim),
    code,
  )
  const evidence = cited.flatMap((one, index) => {
    const check = checks[index]
    return check === undefined ? [] : [{ ...one, check }]
  })
  const references = records
    .filter(record => record.kind === 'reference')
    .map(
      record =>
        ({ kind: 'reference', record, span: record.span, check: checkPlace(record.locator, code) }) as const,
    )
  return [...evidence, ...references].toSorted((one, other) => one.span.start - other.span.start)
}

/**
 * The share of claims that hold: found where cited (`ok`, exact or not) or resting on something outside of the code
 * (`external`). Moved, changed, ambiguous, missing, outside and unreadable claims count as not grounded until they
 * are fixed. Files cited as a whole claim nothing and do not count. 1 when there are no claims.
 */
export function groundingRatio(checks: readonly Pick<EvidenceCheck, 'state'>[]): number {
  const claims = checks.filter(({ state }) => state !== 'unquoted')
  if (claims.length === 0) return 1
  const grounded = claims.filter(({ state }) => state === 'ok' || state === 'external')
  return grounded.length / claims.length
}
