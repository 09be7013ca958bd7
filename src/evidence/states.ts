import type { LineRange } from '../markdown/lines.ts'
import type { Evidence } from '../notes/text/evidence.ts'
import type { ExternalLocator } from '../notes/text/locator.ts'
import type { Timestamp } from '../notes/text/timestamp.ts'
import type { CodeProblem } from './code.ts'

/** A quote and the place it cites; its position in the notes does not matter here. */
export interface Claim extends Pick<Evidence, 'quote' | 'locator'> {
  /** When the quote was taken or the reference verified, if the record says. */
  readonly at?: Timestamp | undefined
  /** Is this a reference, a place without a quote? It claims that the lines have not changed since `at`. */
  readonly isReference?: boolean
}

/** A place in the project's code. */
export interface Place {
  /** Relative to the project root. */
  readonly path: string
  readonly lines: LineRange
}

/** The quote is in another place: in the cited file or in another file of the project. */
export interface Moved {
  readonly state: 'moved'
  readonly to: Place
  readonly exact: boolean
  /** True when git followed the lines, or when their words occur once and are unmistakable. Else it is a guess. */
  readonly certain: boolean
}

/** The code lines most similar to a quote. */
export interface Closest {
  readonly lines: LineRange
  /** Their text as `quoteFrom` returns it, up to 1,000 UTF-16 units. */
  readonly text: string
  /** From 0 to 1. */
  readonly similarity: number
}

/** The line is still there, but its words have changed. */
export interface Changed {
  readonly state: 'changed'
  /** The file that has the line today. */
  readonly path: string
  readonly closest: Closest
}

/** The quote is not where it is cited but in several other places (the first 100), in one file or several. */
export interface Ambiguous {
  readonly state: 'ambiguous'
  readonly at: readonly Place[]
}

/** There is nothing to compare. */
type Missing = { readonly state: 'missing' } & (
  | {
      readonly what: 'file'
      readonly path: string
      readonly problem: Exclude<CodeProblem['problem'], 'outside'>
    }
  /** The file ends before the cited lines, and no line in it resembles the quote. */
  | { readonly what: 'line'; readonly path: string; readonly count: number }
  /** Evidence that cites a line without quoting it cannot be compared. */
  | { readonly what: 'quote'; readonly path: string }
  /** A quote without a place cannot be looked up. */
  | { readonly what: 'place' }
)

export type EvidenceCheck =
  /**
   * The quote matches where it is cited, and the lines are those that it was taken from. `lines` are the matching ones,
   * missing for a file cited as a whole. `exact` is false when white space, line endings, kinds of quotation marks or
   * trailing commas differ.
   */
  | { readonly state: 'ok'; readonly path: string; readonly lines?: LineRange; readonly exact: boolean }
  | Moved
  | Changed
  /** The line was deleted: no line of the file is like it. */
  | { readonly state: 'gone'; readonly path: string }
  | Ambiguous
  | Missing
  /** The file exists, but nothing can be compared: evidence without a quote, or lines without a quote or a date. */
  | { readonly state: 'unquoted'; readonly path: string }
  /** The quote is not at its place, and a limit was reached before it was clear where it went. */
  | { readonly state: 'unchecked'; readonly path: string }
  /** The place, as written, is outside the project. */
  | { readonly state: 'outside'; readonly path: string }
  /** An issue, a pull request, a commit or a web page: cannot be checked without a network. */
  | { readonly state: 'external'; readonly kind: ExternalLocator['kind'] }
