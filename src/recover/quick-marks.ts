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
    if (!known.has(item))
      known.set(item, item.evidence.every(line => stands(line, lineOf)) ? undefined : slowly(item))
    return known.get(item)
  }
}

const PLAIN = /^`([^`]+)` \[\$\{PROJECT_ROOT\}\/([^\]:,\\]+):(\d{1,7})\]$/

function stands(evidence: string, lineOf: LineReader): boolean {
  const [, quote = '', path = '', line] = PLAIN.exec(evidence) ?? []
  const code = line === undefined ? undefined : lineOf(path, Number(line))
  return code !== undefined && holds(code, quote.trim())
}

/** No word cut in two: `= 900` does not stand in `= 9000`. */
function holds(code: string, quote: string): boolean {
  // What is longer is compared with more care (`search.ts`).
  if (quote === '' || quote.length > 250) return false
  for (let at = code.indexOf(quote); at >= 0; at = code.indexOf(quote, at + 1))
    if (standsFree(code, at, quote.length)) return true
  return false
}
