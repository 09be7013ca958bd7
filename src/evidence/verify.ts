import type { Span } from '../markdown/block.ts'
import type { LineRange } from '../markdown/lines.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import type { ReferenceRecord } from '../notes/kinds/reference.ts'
import type { Notes, NotesRecord, RecordOf } from '../notes/notes.ts'
import { checkClaims, withChecks } from './check.ts'
import { type CodeReader, projectPath } from './code.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/** A claim of the notes about the code, with the result of its check. */
export type Verified = {
  readonly claim: Claim
  readonly span: Span
  readonly check: EvidenceCheck
} & (
  | { readonly kind: 'evidence'; readonly record: DecisionRecord }
  | { readonly kind: 'reference'; readonly record: ReferenceRecord }
)

/** The decisions whose evidence has to hold. A superseded one is history: its code was changed on purpose. */
export const claimants = (records: readonly NotesRecord[]): readonly RecordOf<'decision'>[] =>
  records.filter(record => record.kind === 'decision').filter(({ status }) => status !== 'superseded')

/** Returns the quotes of a decision as claims, with the time of the decision. */
export const claimsOf = ({ evidence, at }: Pick<DecisionRecord, 'evidence' | 'at'>): readonly Claim[] =>
  evidence.map(({ quote, locator }) => ({ quote, locator, at }))

/** Returns the claim that a reference's lines are still as they were when verified. */
export const claimOf = ({ locator, verified }: ReferenceRecord): Claim => ({
  quote: undefined,
  locator,
  at: verified,
  isReference: true,
})

/** Returns the claims of any record. */
export function claimsIn(record: NotesRecord): readonly Claim[] {
  if (record.kind === 'reference') return [claimOf(record)]
  return 'evidence' in record ? claimsOf(record) : []
}

/** Checks the evidence of all decisions in force and all references, in file order. */
export function verifyNotes({ records }: Notes, code: CodeReader): readonly Verified[] {
  const evidence = claimants(records).flatMap(record =>
    claimsOf(record).map((claim, index) => {
      const span = record.evidence[index]?.span ?? record.span
      return { kind: 'evidence', record, claim, span } as const
    }),
  )
  const references = records
    .filter(record => record.kind === 'reference')
    .map(record => ({ kind: 'reference', record, claim: claimOf(record), span: record.span }) as const)
  const claims = [...evidence, ...references].toSorted((one, other) => one.span.start - other.span.start)
  return withChecks(claims, code)
}

/** Does the claim hold as it is written? */
export const isHeld = ({ state }: Pick<EvidenceCheck, 'state'>): boolean =>
  state === 'ok' || state === 'external' || state === 'unquoted'

/**
 * Returns the share of quotes that are found in the code, where they are cited or where they moved to. References, and
 * evidence that is not code, do not count. Returns 1 when there are no quotes of code.
 */
export function groundingRatio(
  all: readonly { readonly claim: Claim; readonly check: EvidenceCheck }[],
): number {
  const { grounded, claims } = groundingCounts(all)
  return claims === 0 ? 1 : grounded / claims
}

export function groundingCounts(
  all: readonly { readonly claim: Claim; readonly check: Pick<EvidenceCheck, 'state'> }[],
): { readonly grounded: number; readonly claims: number } {
  const counted = all.filter(
    ({ claim, check }) =>
      claim.isReference !== true && check.state !== 'external' && check.state !== 'unquoted',
  )
  const grounded = counted.filter(({ check }) => check.state === 'ok' || check.state === 'moved')
  return { grounded: grounded.length, claims: counted.length }
}

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
