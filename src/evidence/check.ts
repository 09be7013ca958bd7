import type { LineRange } from '../document/line-index.ts'
import { citedRanges, isCited } from './cited.ts'
import { closestLines } from './closest.ts'
import type { CodeFile, CodeReader } from './code.ts'
import { bestOf, type Found, findQuote, standsAt } from './find-quote.ts'
import { codeLines, type Lines } from './lines.ts'
import { projectPath } from './project-path.ts'
import { type Quote, readQuote } from './quote.ts'
import type { Changed, Claim, EvidenceCheck, Missing } from './states.ts'

/** Below this, "the closest line" is a line like any other, and a cited line that does not exist is the news. */
const ALIKE = 0.5

/**
 * Compares a quote with the code at the place that it cites.
 *
 * A part of a line is enough, but no word may be cut: `= 900` is not in `= 9000`. A line alone says where the quote
 * starts; of a range, the quote must stand within it. A place without lines is the whole file, where the quote must
 * stand once. What is cited comes first, then exact places before those that differ in blanks.
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
  return quote === undefined ? placeAlone(path, file, cited) : compare(path, file, cited, quote)
}

function placeAlone(path: string, file: CodeFile, cited: readonly LineRange[]): Missing {
  const { count } = codeLines(file)
  return isBeyond(cited, count)
    ? { state: 'missing', what: 'line', path, count }
    : { state: 'missing', what: 'quote', path }
}

function compare(path: string, file: CodeFile, cited: readonly LineRange[], quote: Quote): EvidenceCheck {
  const lines = codeLines(file)
  const here = findCited(lines, cited, quote)
  if (here !== undefined) return { state: 'ok', path, ...here }
  const [place, ...more] = bestOf(findQuote(lines, quote, { from: 1, to: lines.count }))
  if (place === undefined) return notThere(path, file, cited, quote)
  if (more.length > 0)
    return { state: 'ambiguous', at: [place, ...more].map(({ lines }) => ({ path, lines })) }
  return cited.length === 0
    ? { state: 'ok', path, ...place }
    : { state: 'moved', to: { path, lines: place.lines }, exact: place.exact, certain: true }
}

/** The best place in the cited lines. */
function findCited(lines: Lines, cited: readonly LineRange[], quote: Quote): Found | undefined {
  const [range] = cited
  if (range !== undefined && standsAt(lines, quote, range.from)) {
    const start = { from: range.from, to: range.from + quote.lines.length - 1 }
    if (isCited(start, range)) return { lines: start, exact: true }
  }
  const found = cited.flatMap(range =>
    findQuote(lines, quote, range).filter(place => isCited(place.lines, range)),
  )
  return bestOf(found)[0]
}

function notThere(
  path: string,
  file: CodeFile,
  cited: readonly LineRange[],
  quote: Quote,
): Changed | Missing {
  const { count } = codeLines(file)
  const closest = closestLines(file, quote, cited[0]?.from ?? 1)
  return isBeyond(cited, count) && closest.similarity < ALIKE
    ? { state: 'missing', what: 'line', path, count }
    : { state: 'changed', path, closest }
}

/** Whether none of the cited lines exists. */
function isBeyond(cited: readonly LineRange[], count: number): boolean {
  return cited.length > 0 && cited.every(({ from, to }) => from > count || to < 1)
}
