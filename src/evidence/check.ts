import type { LineRange } from '../markdown/lines.ts'
import { closestLines } from './closest.ts'
import type { CodeFile, CodeReader } from './code.ts'
import { projectPath } from './code.ts'
import { bestOf, type Found, findQuote, isQuoteAt } from './find-quote.ts'
import { codeLines, type Lines } from './lines.ts'
import { type Quote, readQuote } from './quote.ts'
import type { Changed, Claim, EvidenceCheck, Missing, Unquoted } from './states.ts'

/** Below this the closest line is unrelated: report the missing line instead. */
const MIN_SIMILARITY = 0.5

/**
 * Compares a quote with the code it cites.
 *
 * Part of a line is enough, but only whole words match: `= 900` is not in `= 9000`. A single line number says where
 * the quote starts; a range must contain the whole quote. Without lines the whole file is cited, and the quote must
 * occur once. Cited lines are tried first, and exact matches before those that differ in white space.
 */
export function checkEvidence({ quote: text, locator }: Claim, code: CodeReader): EvidenceCheck {
  if (locator === undefined) return { state: 'missing', what: 'place' }
  if (!('path' in locator)) return { state: 'external', kind: locator.kind }
  const path = projectPath(locator, code)
  const file = path === undefined ? undefined : code.read(path)
  if (path === undefined || file === undefined) return { state: 'outside', path: locator.path }
  if ('problem' in file)
    return file.problem === 'outside'
      ? { state: 'outside', path: locator.path }
      : { state: 'missing', what: 'file', path, problem: file.problem }
  const cited = citedRanges(locator.lines)
  const quote = readQuote(text ?? '')
  return quote === undefined ? checkWithoutQuote(path, file, cited) : compare(path, file, cited, quote)
}

function checkWithoutQuote(path: string, file: CodeFile, cited: readonly LineRange[]): Missing | Unquoted {
  const { count } = codeLines(file)
  return isBeyond(cited, count)
    ? { state: 'missing', what: 'line', path, count }
    : cited.length === 0
      ? { state: 'unquoted', path }
      : { state: 'missing', what: 'quote', path }
}

function compare(path: string, file: CodeFile, cited: readonly LineRange[], quote: Quote): EvidenceCheck {
  const lines = codeLines(file)
  const here = findCited(lines, cited, quote)
  if (here !== undefined) return { state: 'ok', path, ...here }
  const [place, ...more] = bestOf(findQuote(lines, quote, { from: 1, to: lines.count }))
  if (place === undefined) return describeMismatch(path, file, cited, quote)
  if (more.length > 0)
    return { state: 'ambiguous', at: [place, ...more].map(({ lines }) => ({ path, lines })) }
  return cited.length === 0
    ? { state: 'ok', path, ...place }
    : { state: 'moved', to: { path, lines: place.lines }, exact: place.exact, certain: true }
}

/** Finds the best match within the cited lines. */
function findCited(lines: Lines, cited: readonly LineRange[], quote: Quote): Found | undefined {
  const [range] = cited
  if (range !== undefined && isQuoteAt(lines, quote, range.from)) {
    const start = { from: range.from, to: range.from + quote.lines.length - 1 }
    if (isCited(start, range)) return { lines: start, exact: true }
  }
  const found = cited.flatMap(range =>
    findQuote(lines, quote, range).filter(place => isCited(place.lines, range)),
  )
  return bestOf(found)[0]
}

function describeMismatch(
  path: string,
  file: CodeFile,
  cited: readonly LineRange[],
  quote: Quote,
): Changed | Missing {
  const { count } = codeLines(file)
  const closest = closestLines(file, quote, cited[0]?.from ?? 1)
  return isBeyond(cited, count) && closest.similarity < MIN_SIMILARITY
    ? { state: 'missing', what: 'line', path, count }
    : { state: 'changed', path, closest }
}

/** Are all cited lines outside of the file? */
function isBeyond(cited: readonly LineRange[], count: number): boolean {
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
