import { standsFree } from '../evidence/word.ts'
import type { Mark, MarkOf } from './evidence-marks.ts'

/** A line of code as it stands in the project; undefined when it takes more than a look to say. */
export type LineReader = (path: string, line: number) => string | undefined

/**
 * Sees at a glance that evidence still stands where it is cited, which it nearly always does. For everything else
 * `slowly` is asked, which has to load the whole comparison first.
 */
export function quickMarks(lineOf: LineReader, slowly: MarkOf): MarkOf {
  const known = new Map<unknown, Mark | undefined>()
  return item => {
    if (item.evidence === undefined || item.evidence.length === 0) return undefined
    if (!known.has(item)) {
      const isSeen = item.evidence.length <= MOST_LINES && item.evidence.every(line => stands(line, lineOf))
      known.set(item, isSeen ? undefined : slowly(item))
    }
    return known.get(item)
  }
}

/** The file is read for each of them. */
const MOST_LINES = 8

function stands(evidence: string, lineOf: LineReader): boolean {
  const cited = citedIn(evidence)
  const code = cited === undefined ? undefined : lineOf(cited.path, cited.line)
  return code !== undefined && cited !== undefined && holds(code, cited.quote.trim())
}

const PLACE = '` [${PROJECT_ROOT}/'

/** `quote` and `[place]` as the protocol writes them. By hand: a pattern costs a cold process 80 us. */
function citedIn(evidence: string): { quote: string; path: string; line: number } | undefined {
  const close = evidence.indexOf('`', 1)
  const colon = evidence.lastIndexOf(':')
  if (close < 2 || !evidence.startsWith('`') || !evidence.startsWith(PLACE, close) || !evidence.endsWith(']'))
    return undefined
  const path = evidence.slice(close + PLACE.length, colon)
  const line = lineNumber(evidence.slice(colon + 1, -1))
  if (line === undefined || colon <= close + PLACE.length) return undefined
  for (const mark of [']', ':', ',', '\\']) if (path.includes(mark)) return undefined
  return { quote: evidence.slice(1, close), path, line }
}

/** One to seven digits. */
function lineNumber(digits: string): number | undefined {
  if (digits === '' || digits.length > 7) return undefined
  let line = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return undefined
    line = 10 * line + digit
  }
  return line
}

/** No word cut in two: `= 900` does not stand in `= 9000`. */
function holds(code: string, quote: string): boolean {
  // What is longer is compared with more care (`search.ts`).
  if (quote === '' || quote.length > 250) return false
  for (let at = code.indexOf(quote); at >= 0; at = code.indexOf(quote, at + 1))
    if (standsFree(code, at, quote.length)) return true
  return false
}
