import type { LineRange } from '../document/line-index.ts'
import type { Evidence } from '../protocol/evidence.ts'
import type { ExternalLocator } from '../protocol/locator.ts'
import type { Closest } from './closest.ts'
import type { CodeProblem } from './code.ts'

/** A quote and its place; where it stands in the notes does not matter here. */
export type Claim = Pick<Evidence, 'quote' | 'locator'>

/** A place in the project's code. */
export interface Place {
  /** Relative to the project root. */
  readonly path: string
  readonly lines: LineRange
}

/** The quote stands where it is cited. */
export interface Confirmed {
  readonly state: 'ok'
  readonly path: string
  /** Where it really stands, within what is cited. */
  readonly lines: LineRange
  /** Word for word; else it differs in blanks and line ends only. */
  readonly exact: boolean
}

/** The quote stands in exactly one other place: in its file, or, where it is not in there, in the project. */
export interface Moved {
  readonly state: 'moved'
  readonly to: Place
  readonly exact: boolean
  /** A guess when the cited file is still there without the quote, or when not all of the project was searched. */
  readonly certain: boolean
}

/** The quote is nowhere in the file. */
export interface Changed {
  readonly state: 'changed'
  readonly path: string
  readonly closest: Closest
}

/** The quote is not where it is cited, and in several other places (the first 100 of them), of one file or of several. */
export interface Ambiguous {
  readonly state: 'ambiguous'
  readonly at: readonly Place[]
}

/** There is nothing to compare. */
export type Missing = { readonly state: 'missing' } & (
  | {
      readonly what: 'file'
      readonly path: string
      readonly problem: Exclude<CodeProblem['problem'], 'outside'>
    }
  /** The file ends before the cited lines, and nothing in it is like the quote. */
  | { readonly what: 'line'; readonly path: string; readonly count: number }
  /** A place alone claims nothing. */
  | { readonly what: 'quote'; readonly path: string }
  /** A quote alone cannot be looked up. */
  | { readonly what: 'place' }
)

/** The place is not in the project. */
export interface Outside {
  readonly state: 'outside'
  /** As written. */
  readonly path: string
}

/** An issue, a pull request, a commit or a web page: nothing that can be compared without a network. */
export interface External {
  readonly state: 'external'
  readonly kind: ExternalLocator['kind']
}

export type EvidenceCheck = Confirmed | Moved | Changed | Ambiguous | Missing | Outside | External
