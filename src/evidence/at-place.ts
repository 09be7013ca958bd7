import type { LineRange } from '../markdown/lines.ts'
import { type CodeReader, codeLines, type Lines, projectPath, textAt } from './code.ts'
import { bestOf, type Found, findQuote, hasTwin, isQuoteAt } from './find-quote.ts'
import { isSurelyChanged, isSuspicious, type Quote, readQuote, restOf } from './quote.ts'
import type { Claim, EvidenceCheck } from './states.ts'

/** A claim about the project's code, compared with the lines that it cites. */
export interface Placed {
  readonly claim: Claim
  readonly path: string
  /** The cited lines, sorted, adjacent ones joined. Empty for a whole file. */
  readonly cited: readonly LineRange[]
  /** Undefined for a reference. */
  readonly quote: Quote | undefined
  /** The lines of the file as it is now; undefined when there is no such file. */
  readonly lines: Lines | undefined
  /** The match at the cited lines. */
  readonly found?: Found
  /** False when only git's history can tell what became of the quote. */
  readonly isSure: boolean
}

/**
 * Compares a claim with the lines it cites: the first step of a check, and for nearly all claims the only one. Returns
 * the claim's final state when there is nothing to compare.
 *
 * A quote may be part of a line, but only whole words match: `= 900` is not in `= 9000`. A single line number says
 * where the quote starts; a range must contain the whole quote. A claim without lines cites the whole file, where the
 * quote must occur once.
 */
export function atPlace(claim: Claim, code: CodeReader): Placed | EvidenceCheck {
  const { locator, quote: text, isReference = false } = claim
  if (locator === undefined) return { state: 'missing', what: 'place' }
  if (!('path' in locator)) return { state: 'external', kind: locator.kind }
  const path = projectPath(locator, code)
  const file = path === undefined ? undefined : code.read(path)
  if (path === undefined || file === undefined) return { state: 'outside', path: locator.path }
  const cited = citedRanges(locator.lines)
  const quote = isReference ? undefined : readQuote(text ?? '')
  const placed = { claim, path, cited, quote, isSure: false }
  if ('problem' in file) {
    if (file.problem === 'outside') return { state: 'outside', path: locator.path }
    if (file.problem === 'missing') return { ...placed, lines: undefined }
    if (file.problem === 'too-large' && (!isReference || cited.length > 0))
      return { state: 'unchecked', path }
    // A folder, a binary or an oversized file exists, but has no lines to compare.
    if (isReference && cited.length === 0) return { state: 'ok', path, exact: true }
    return { state: 'missing', what: 'file', path, problem: file.problem }
  }
  const lines = codeLines(file)
  if (quote === undefined) {
    if (isReference) return cited.length === 0 ? { state: 'ok', path, exact: true } : { ...placed, lines }
    if (isBeyond(cited, lines.count)) return { state: 'missing', what: 'line', path, count: lines.count }
    return cited.length === 0 ? { state: 'unquoted', path } : { state: 'missing', what: 'quote', path }
  }
  const found = findCited(lines, cited, quote)
  if (found === undefined) return { ...placed, lines }
  const rest = restOf(lines, quote, found)
  const line = textAt(lines, { from: found.lines.from, to: found.lines.from })
  const isSure = !hasTwin(lines, quote.lines.join('\n'), line) && !isSuspicious(rest)
  return { ...placed, lines, isSure, ...(isSurelyChanged(rest, quote) ? {} : { found }) }
}

/** Finds the best match within the cited lines or, in a file cited as a whole, the only match. */
export function findCited(lines: Lines, cited: readonly LineRange[], quote: Quote): Found | undefined {
  const [range] = cited
  if (range === undefined) {
    const [place, ...more] = bestOf(findQuote(lines, quote))
    return more.length === 0 ? place : undefined
  }
  if (isQuoteAt(lines, quote, range.from)) {
    const start = { from: range.from, to: range.from + quote.lines.length - 1 }
    if (isCited(start, range)) return { lines: start, exact: true }
  }
  const found = cited.flatMap(range =>
    findQuote(lines, quote, range).filter(place => isCited(place.lines, range)),
  )
  return bestOf(found)[0]
}

/** Are all cited lines outside the file? */
export function isBeyond(cited: readonly LineRange[], count: number): boolean {
  return cited.length > 0 && cited.every(({ from, to }) => from > count || to < 1)
}

/** Sorts the cited lines and joins adjacent ones: `:1,2,3` is one range of three lines. */
function citedRanges(lines: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = []
  for (const range of [...lines].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last === undefined || range.from > last.to + 1) joined.push(range)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return joined
}

/** Does a match count as cited? It must lie within a cited range, or start on a single cited line. */
function isCited(place: LineRange, range: LineRange): boolean {
  return range.from === range.to ? place.from === range.from : place.to <= range.to
}

/** Is the match one of the places that the claim cites? */
export const isAtPlace = ({ cited }: Placed, place: LineRange): boolean =>
  cited.length === 0 || cited.some(range => place.from >= range.from && isCited(place, range))
