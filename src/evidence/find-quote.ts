import type { LineRange } from '../document/line-index.ts'
import { type Lines, lineAt, textAt } from './lines.ts'
import { indentation, type Quote } from './quote.ts'
import { searchFor } from './search.ts'
import { standsFree } from './word.ts'

/** Where a quote stands. */
export interface Found {
  readonly lines: LineRange
  /** Word for word; else it differs in blanks and line ends only. */
  readonly exact: boolean
}

/** More places than this say no more than "everywhere": a lone `}` in a file of a million lines. */
const MOST_PLACES = 100

/** The places that start on the lines `within`, one a starting line, up to the first 100. */
export function findQuote(lines: Lines, quote: Quote, within: LineRange): Found[] {
  const squeezed = lines.squeezed()
  const start = squeezed.starts[Math.max(0, within.from - 1)] ?? squeezed.text.length
  const end = squeezed.starts[within.to] ?? squeezed.text.length
  // What starts on the last unit of these lines, and the unit behind it, which shows whether a word goes on.
  const text = squeezed.text.slice(start, end + quote.words.length)
  const search = searchFor(quote.words)
  const found: Found[] = []
  for (let at = search(text, 0); at >= 0 && found.length < MOST_PLACES; ) {
    const from = lineAt(squeezed.starts, start + at)
    if (from > within.to) break
    const range = { from, to: lineAt(squeezed.starts, start + at + quote.words.length - 1) }
    found.push({ lines: range, exact: isExact(lines, quote, range) })
    const next = squeezed.starts[from]
    at = next === undefined ? -1 : search(text, next - start)
  }
  return found
}

/** The exact ones, where there are any. */
export function bestOf<Place extends Found>(found: readonly Place[]): readonly Place[] {
  const exact = found.filter(place => place.exact)
  return exact.length > 0 ? exact : found
}

/** Whether the quote stands word for word from this line on: the usual case, answered without squeezing the file. */
export function standsAt(lines: Lines, quote: Quote, from: number): boolean {
  const to = from + quote.lines.length - 1
  if (from < 1 || to > lines.count) return false
  const code = textAt(lines, { from, to })
  const [first = '', ...rest] = quote.lines
  if (rest.length === 0) return searchFor(first)(code, 0) >= 0
  const [start = '', ...others] = code.split('\n')
  return endsWith(start.trimEnd(), first.trimEnd()) && sameButForOneIndentation(others, rest)
}

/** What has the same words at these lines may still have other blanks. */
function isExact(lines: Lines, quote: Quote, { from, to }: LineRange): boolean {
  return to - from + 1 === quote.lines.length && standsAt(lines, quote, from)
}

/** All lines may be indented by the same amount more than the quote; its last one may stop within a line. */
function sameButForOneIndentation(code: readonly string[], quote: readonly string[]): boolean {
  const first = quote.findIndex(line => line.trim() !== '')
  const extra = indentation(code[first] ?? '').length - indentation(quote[first] ?? '').length
  const indent = (code[first] ?? '').slice(0, Math.max(0, extra))
  return quote.every((line, at) => {
    const here = code[at] ?? ''
    if (line.trim() === '') return here.trim() === ''
    const expected = `${indent}${line.trimEnd()}`
    return at === quote.length - 1 ? startsWith(here, expected) : here.trimEnd() === expected
  })
}

function startsWith(line: string, words: string): boolean {
  return line.startsWith(words) && standsFree(line, 0, words.length)
}

function endsWith(line: string, words: string): boolean {
  return line.endsWith(words) && standsFree(line, line.length - words.length, words.length)
}
