import { type LineRange, lineFrom } from '../markdown/lines.ts'
import { oncePer } from '../markdown/once-per.ts'
import { type Lines, textAt } from './code.ts'
import { indentation, type Quote } from './quote.ts'
import { isWholeWords, type Squeezed } from './squeeze.ts'

/** A match of a quote. */
export interface Found {
  readonly lines: LineRange
  /** False when white space or line endings differ. */
  readonly exact: boolean
}

/** More matches than this mean "everywhere": a lone `}` in a file of a million lines. */
export const MAX_PLACES = 100

/** Finds the matches that start on the lines `within`, or in the whole file: one per line, up to the first 100. */
export function findQuote(
  lines: Lines,
  quote: Quote,
  within: LineRange = { from: 1, to: lines.count },
): Found[] {
  const squeezed = lines.squeezed()
  const start = squeezed.starts[Math.max(0, within.from - 1)] ?? squeezed.text.length
  const end = squeezed.starts[within.to] ?? squeezed.text.length
  // Long enough for a match that starts at the last unit, and for the unit after the match, which may continue a word.
  const text = squeezed.text.slice(start, end + quote.words.length)
  const search = searchFor(quote.words)
  const found: Found[] = []
  for (let at = search(text, 0); at >= 0 && found.length < MAX_PLACES; ) {
    const from = lineFrom(squeezed.starts, start + at)
    if (from > within.to) break
    const place = placeAt(lines, quote, start + at)
    if (place !== undefined) found.push(place)
    const next = squeezed.starts[from]
    at = next === undefined ? -1 : search(text, next - start)
  }
  return found
}

/** Returns the match of a quote at this offset of the squeezed text, if it starts and ends at word boundaries. */
export function matchAt(lines: Lines, quote: Quote, at: number): Found | undefined {
  const { text } = lines.squeezed()
  const isThere = at >= 0 && text.startsWith(quote.words, at) && isWholeWords(text, at, quote.words.length)
  return isThere ? placeAt(lines, quote, at) : undefined
}

function placeAt(lines: Lines, quote: Quote, at: number): Found | undefined {
  const squeezed = lines.squeezed()
  const end = at + quote.words.length
  const range = { from: lineFrom(squeezed.starts, at), to: lineFrom(squeezed.starts, end - 1) }
  if (quote.isClosed && !isEnd(squeezed, end, range.to)) return undefined
  return { lines: range, exact: isExact(lines, quote, range) }
}

/** Does a statement or an item end here? Its separator may have been squeezed away. */
const isEnd = ({ text, starts }: Squeezed, at: number, line: number): boolean =>
  at >= (starts[line] ?? text.length) || /[;,)\]}]/.test(text[at] ?? '')

/** Returns the exact matches, or all when none is exact. */
export function bestOf<Place extends Found>(found: readonly Place[]): readonly Place[] {
  const exact = found.filter(place => place.exact)
  return exact.length > 0 ? exact : found
}

/** Does the quote occur verbatim at this line? The common case, decided without squeezing the file. */
export function isQuoteAt(lines: Lines, quote: Quote, from: number): boolean {
  const to = from + quote.lines.length - 1
  if (from < 1 || to > lines.count) return false
  const code = textAt(lines, { from, to })
  const [first = '', ...rest] = quote.lines
  if (rest.length === 0) return searchFor(first)(code, 0) >= 0
  const [start = '', ...others] = code.split('\n')
  return endsWith(start.trimEnd(), first.trimEnd()) && equalUpToIndentation(others, rest)
}

/** A squeezed match may still differ in white space. */
function isExact(lines: Lines, quote: Quote, { from, to }: LineRange): boolean {
  return to - from + 1 === quote.lines.length && isQuoteAt(lines, quote, from)
}

/**
 * Compares all lines but the first. The code may be indented more than the quote, by the same amount on each line, and
 * the quote may end within the last line.
 */
function equalUpToIndentation(code: readonly string[], quote: readonly string[]): boolean {
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
  return line.startsWith(words) && isWholeWords(line, 0, words.length)
}

function endsWith(line: string, words: string): boolean {
  return line.endsWith(words) && isWholeWords(line, line.length - words.length, words.length)
}

/** A larger file is not searched for each quote: its lines are counted once. */
const MAX_SEARCHED = 64 * 1024

/** Does the file contain the words twice? In a large file, counts copies of the whole line instead. */
export function hasTwin(lines: Lines, words: string, line: string): boolean {
  const { text } = lines
  if (text.length > MAX_SEARCHED) return (countsIn(lines).get(line.trim()) ?? 0) > 1
  const search = searchFor(words)
  const first = search(text, 0)
  return first >= 0 && search(text, first + words.length) >= 0
}

const countsIn = oncePer(({ text }: Lines) => {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1)
  return counts
})

/** Returns the next match of whole words in a text, or -1. */
type Search = (text: string, from: number) => number

/**
 * V8's `indexOf` uses only the last 250 units of the pattern (`kBMMaxShift`): searching 10 MB of `aaaa…` for `baaa…`
 * of 100 KB would take hours. Up to this length, `indexOf` is several times faster than any code here.
 */
const MAX_BUILT_IN = 250

const MAX_CUTS = 50

export function searchFor(words: string): Search {
  return words.length > MAX_BUILT_IN ? linear(words) : builtIn(words)
}

function builtIn(words: string): Search {
  return (text, from) => {
    let at = text.indexOf(words, from)
    for (let cuts = 1; at >= 0 && !isWholeWords(text, at, words.length); cuts++) {
      // Each call compares the whole pattern again, which adds up for repetitive text.
      if (cuts === MAX_CUTS) return linear(words)(text, at + 1)
      at = text.indexOf(words, at + 1)
    }
    return at
  }
}

/** Knuth-Morris-Pratt: linear for any text and words. */
function linear(words: string): Search {
  const borders = bordersOf(words)
  return (text, from) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      while (matched > 0 && words.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
      if (words.charCodeAt(matched) === unit) matched++
      if (matched < words.length) continue
      if (isWholeWords(text, at + 1 - matched, matched)) return at + 1 - matched
      matched = borders[matched - 1] ?? 0
    }
    return -1
  }
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(words: string): Int32Array {
  const borders = new Int32Array(words.length)
  let length = 0
  for (let at = 1; at < words.length; at++) {
    while (length > 0 && words.charCodeAt(length) !== words.charCodeAt(at)) length = borders[length - 1] ?? 0
    if (words.charCodeAt(length) === words.charCodeAt(at)) length++
    borders[at] = length
  }
  return borders
}
