import type { Span } from '../markdown/block.ts'
import type { DecisionRecord } from '../notes/kinds/decision.ts'
import type { ReferenceRecord } from '../notes/kinds/reference.ts'
import type { Notes, NotesRecord, RecordOf } from '../notes/notes.ts'
import type { Locator } from '../notes/text/locator.ts'
import { type CodeReader, projectPath } from './code.ts'
import { codeLines } from './lines.ts'
import { checkAll } from './relocate.ts'
import type { Claim, EvidenceCheck, External, Missing, Outside } from './states.ts'

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

/** The decisions whose evidence has to hold. A superseded one is history: its code was changed on purpose. */
export const claimants = (records: readonly NotesRecord[]): readonly RecordOf<'decision'>[] =>
  records.filter(record => record.kind === 'decision').filter(({ status }) => status !== 'superseded')

/** Checks the evidence of all logged decisions and all references, in file order. */
export function verifyNotes({ records }: Notes, code: CodeReader): readonly Verified[] {
  const cited = claimants(records).flatMap(record =>
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

/** The place exists. Without a quote there is no telling whether it still holds what it was cited for. */
interface Standing {
  readonly state: 'ok'
  readonly path: string
}

export type PlaceCheck = Standing | Missing | Outside | External

/** Checks a place cited without a quote: its file or folder, and all of its lines, must exist. */
export function checkPlace(locator: Locator | undefined, code: CodeReader): PlaceCheck {
  if (locator === undefined) return { state: 'missing', what: 'place' }
  if (!('path' in locator)) return { state: 'external', kind: locator.kind }
  const path = projectPath(locator, code)
  const file = path === undefined ? undefined : code.read(path)
  if (path === undefined || file === undefined) return { state: 'outside', path: locator.path }
  if ('problem' in file) {
    if (file.problem === 'outside') return { state: 'outside', path: locator.path }
    // A directory, a binary or an oversized file exists, but has no lines to check.
    const isThere =
      file.problem === 'directory' || file.problem === 'unreadable' || file.problem === 'too-large'
    if (isThere && locator.lines.length === 0) return { state: 'ok', path }
    return { state: 'missing', what: 'file', path, problem: file.problem }
  }
  const { count } = codeLines(file)
  const isBeyond = locator.lines.some(({ from, to }) => from < 1 || to > count)
  return isBeyond ? { state: 'missing', what: 'line', path, count } : { state: 'ok', path }
}
