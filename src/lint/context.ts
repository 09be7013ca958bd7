import { checkClaims } from '../evidence/check.ts'
import type { CodeReader } from '../evidence/code.ts'
import { codeLines } from '../evidence/lines.ts'
import { standsAsCited } from '../evidence/on-its-line.ts'
import type { Claim } from '../evidence/states.ts'
import { claimants, claimOf, claimsOf } from '../evidence/verify.ts'
import { DEFAULT_CONVENTIONS, DEFAULT_LIMITS } from '../notes/conventions.ts'
import { type Notes, recordsOfKind } from '../notes/notes.ts'
import type { Locator } from '../notes/text/locator.ts'
import { citedFile, isAbsent } from './facts/cited-file.ts'
import type { CheckedClaim, LintContext, LintSettings } from './rule.ts'

export const DEFAULT_SETTINGS: LintSettings = {
  conventions: DEFAULT_CONVENTIONS,
  level1: DEFAULT_LIMITS.level1,
  keep: DEFAULT_LIMITS.keep,
  fileBytes: DEFAULT_LIMITS.fileBytes,
  tokenFactor: 1,
}

export interface Surroundings {
  readonly now: Date
  readonly settings?: LintSettings
  readonly code?: CodeReader | undefined
  /** Returns the committed version of the notes. Asks git. */
  readonly committed?: (() => Notes | undefined) | undefined
  readonly archived?: Notes | undefined
  /** Returns what level 1 loses. Asks recovery, which this folder does not import. Only one rule calls it, once. */
  readonly level1Losses?: ((notes: Notes) => LintContext['level1Losses']) | undefined
  readonly beadState?: LintContext['beadState'] | undefined
}

/** Builds the input of the rules. Evidence is checked once, when the first rule asks for it. */
export function lintContext(
  notes: Notes,
  {
    now,
    settings = DEFAULT_SETTINGS,
    code,
    committed,
    archived,
    level1Losses = () => [],
    beadState = () => 'unverified',
  }: Surroundings,
): LintContext {
  let claims: readonly CheckedClaim[] | undefined
  let movedReferences: LintContext['movedReferences'] | undefined
  return {
    notes,
    text: notes.document.text,
    now,
    settings,
    code,
    get committed() {
      return committed?.()
    },
    archived,
    beadState,
    get level1Losses() {
      return level1Losses(notes)
    },
    get claims() {
      claims ??= code === undefined ? [] : checkEvidence(notes, code)
      return claims
    },
    get movedReferences() {
      movedReferences ??= code === undefined ? new Map() : followStrayed(notes, code)
      return movedReferences
    },
  }
}

/** The claims that the rules check. Leaves out plain decisions whose evidence all matches the lines it cites. */
export const lintedClaims = (notes: Notes, code: CodeReader): readonly Claim[] => [
  ...citedIn(notes, code).map(({ claim }) => claim),
  ...strayedIn(notes, code).map(claimOf),
]

const citedIn = ({ records, document }: Notes, code: CodeReader) =>
  claimants(records)
    .filter(({ citedFrom }) => citedFrom === undefined || !standsAsCited(document.text, citedFrom, code))
    .flatMap(decision => claimsOf(decision).map((claim, index) => ({ decision, claim, index })))

function checkEvidence(notes: Notes, code: CodeReader): CheckedClaim[] {
  const cited = citedIn(notes, code)
  const checks = checkClaims(
    cited.map(({ claim }) => claim),
    code,
  )
  return cited.flatMap(({ decision, index }, at) => {
    const check = checks[at]
    return check === undefined ? [] : [{ decision, index, check }]
  })
}

function followStrayed(notes: Notes, code: CodeReader): LintContext['movedReferences'] {
  const strayed = strayedIn(notes, code)
  const checks = checkClaims(strayed.map(claimOf), code)
  return new Map(
    strayed.flatMap((reference, index) => {
      const check = checks[index]
      return check?.state === 'moved' && check.certain ? [[reference, check] as const] : []
    }),
  )
}

/** The references that point to nothing. Only these are followed: `verify` checks what the others point to. */
const strayedIn = (notes: Notes, code: CodeReader) =>
  recordsOfKind(notes, 'reference').filter(({ locator }) => isStrayed(locator, code))

function isStrayed(locator: Locator | undefined, code: CodeReader): boolean {
  const cited = locator !== undefined && 'path' in locator ? citedFile(locator, code) : undefined
  if (cited === undefined || locator === undefined || !('path' in locator)) return false
  const { file } = cited
  if ('problem' in file) return isAbsent(cited, locator)
  return locator.lines.some(({ to }) => to > codeLines(file).count)
}
