import { withChecks } from '../evidence/check.ts'
import { type CodeReader, codeLines } from '../evidence/code.ts'
import { standsAsCited } from '../evidence/on-its-line.ts'
import type { Claim } from '../evidence/states.ts'
import { claimants, claimOf, claimsOf } from '../evidence/verify.ts'
import { slice } from '../markdown/document.ts'
import { DEFAULT_CONVENTIONS, DEFAULT_LIMITS } from '../notes/conventions.ts'
import { isFinishable, type KindName, type Notes } from '../notes/notes.ts'
import type { FileLocator } from '../notes/text/locator.ts'
import { type CitedPlace, citedFile, isAbsent, unsettledPlaces } from './facts/cited-places.ts'
import { isPast, placesInWords } from './facts/places-in-words.ts'
import type { CheckedClaim, LintContext, LintSettings } from './rule.ts'

export const DEFAULT_SETTINGS: LintSettings = {
  conventions: DEFAULT_CONVENTIONS,
  level1: DEFAULT_LIMITS.level1,
  keep: DEFAULT_LIMITS.keep,
  fileBytes: DEFAULT_LIMITS.fileBytes,
  tokenFactor: 1,
}

export interface Surroundings
  extends Pick<LintContext, 'now'>,
    Partial<Pick<LintContext, 'settings' | 'code' | 'archived' | 'beadState'>> {
  /** Returns the committed version of the notes, read from git. */
  readonly committed?: (() => Notes | undefined) | undefined
  /** Returns what level 1 loses. Passed in, since this folder does not import recovery. One rule calls it, once. */
  readonly level1Losses?: ((notes: Notes) => LintContext['level1Losses']) | undefined
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
  let movedPlaces: LintContext['movedPlaces'] | undefined
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
      claims ??= code === undefined ? [] : withChecks(citedIn(notes, code), code)
      return claims
    },
    get movedPlaces() {
      movedPlaces ??= code === undefined ? new Map() : followStrayed(notes, code)
      return movedPlaces
    },
  }
}

/** The claims that the rules check. Excludes plain decisions if every quote matches the line it cites. */
export const lintedClaims = (notes: Notes, code: CodeReader): readonly Claim[] => [
  ...citedIn(notes, code).map(({ claim }) => claim),
  ...strayedIn(notes, code).map(claimAt),
]

const citedIn = ({ records, document }: Notes, code: CodeReader) =>
  claimants(records)
    .filter(({ citedFrom }) => citedFrom === undefined || !standsAsCited(document.text, citedFrom, code))
    .flatMap(decision => claimsOf(decision).map(claim => ({ decision, claim })))

function followStrayed(notes: Notes, code: CodeReader): LintContext['movedPlaces'] {
  const strayed = strayedIn(notes, code).map(place => ({ ...place, claim: claimAt(place) }))
  return new Map(
    withChecks(strayed, code).flatMap(({ part, record, locator, check }) => {
      if (check.state !== 'moved' || !check.certain) return []
      // `Why was src/a.ts:5 renamed to src/b.ts:5?` mentions both names on purpose.
      const isAboutBoth = part === 'words' && slice(notes.document, record.span).includes(check.to.path)
      return isAboutBoth ? [] : [[locator, check] as const]
    }),
  )
}

/**
 * The places that point to nothing. Only these are followed, since `verify` checks what references point to. Places in
 * words are followed only if they cite a line and their record stays open until closed: a sentence about a file may be
 * about its old name.
 */
const strayedIn = (notes: Notes, code: CodeReader): readonly CitedPlace[] => [
  ...unsettledPlaces(notes).filter(({ part, locator }) => part !== 'evidence' && isStrayed(locator, code)),
  ...placesInWords(notes, code).filter(
    ({ record, locator }) =>
      isFollowed(record.kind) && !isPast(record) && locator.lines.length > 0 && isLost(locator, code),
  ),
]

/** Goals are excluded, since the goal may be to rename the file. */
const isFollowed = (kind: KindName): boolean => isFinishable(kind) && kind !== 'goal'

/** The claim that the lines have not changed since they were verified or, failing that, written into the notes. */
const claimAt = ({ record, locator }: CitedPlace): Claim =>
  record.kind === 'reference'
    ? claimOf(record)
    : { quote: undefined, locator, at: undefined, isReference: true }

function isLost(locator: FileLocator, code: CodeReader): boolean {
  const cited = citedFile(locator, code)
  return cited !== undefined && isAbsent(cited, locator)
}

function isStrayed(locator: FileLocator, code: CodeReader): boolean {
  const file = citedFile(locator, code)?.file
  if (file === undefined || 'problem' in file) return isLost(locator, code)
  return locator.lines.some(({ to }) => to > codeLines(file).count)
}
