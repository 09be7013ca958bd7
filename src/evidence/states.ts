import type { LineRange } from '../markdown/lines.ts'
import type { Evidence } from '../notes/text/evidence.ts'
import type { ExternalLocator } from '../notes/text/locator.ts'
import type { Closest } from './closest.ts'
import type { CodeProblem } from './code.ts'

/** A quote and the place it cites; its position in the notes does not matter here. */
export type Claim = Pick<Evidence, 'quote' | 'locator'>

/** A place in the project's code. */
export interface Place {
  /** Relative to the project root. */
  readonly path: string
  readonly lines: LineRange
}

/** The quote matches where it is cited. */
export interface Confirmed {
  readonly state: 'ok'
  readonly path: string
  /** The matching lines, within the cited ones. */
  readonly lines: LineRange
  /** False when white space or line endings differ. */
  readonly exact: boolean
}

/** The quote matches in exactly one other place: in its file, or else in the project. */
export interface Moved {
  readonly state: 'moved'
  readonly to: Place
  readonly exact: boolean
  /**
   * False, a guess, when the cited file still exists without the quote, or when not all of the project was searched.
   */
  readonly certain: boolean
}

/** The quote is not in the file. */
export interface Changed {
  readonly state: 'changed'
  readonly path: string
  readonly closest: Closest
}

/** The quote is not where it is cited but in several other places (the first 100), in one file or several. */
export interface Ambiguous {
  readonly state: 'ambiguous'
  readonly at: readonly Place[]
}

/** Nothing to compare. */
export type Missing = { readonly state: 'missing' } & (
  | {
      readonly what: 'file'
      readonly path: string
      readonly problem: Exclude<CodeProblem['problem'], 'outside'>
    }
  /** The file ends before the cited lines, and no line in it resembles the quote. */
  | { readonly what: 'line'; readonly path: string; readonly count: number }
  /** A line without a quote claims something that cannot be compared. */
  | { readonly what: 'quote'; readonly path: string }
  /** A quote without a place cannot be looked up. */
  | { readonly what: 'place' }
)

/** The file is there, cited as a whole: without a line and a quote it claims nothing that could be wrong. */
export interface Unquoted {
  readonly state: 'unquoted'
  readonly path: string
}

/** The place is outside of the project. */
export interface Outside {
  readonly state: 'outside'
  /** The path as written. */
  readonly path: string
}

/** An issue, a pull request, a commit or a web page: cannot be checked without a network. */
export interface External {
  readonly state: 'external'
  readonly kind: ExternalLocator['kind']
}

export type EvidenceCheck = Confirmed | Moved | Changed | Ambiguous | Missing | Unquoted | Outside | External
