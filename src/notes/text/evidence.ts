import type { Span } from '../../markdown/block.ts'
import { lineEndAfter, lineStartBefore, linesOf, tight } from '../../markdown/scan/leaf.ts'
import { fenceFollower, ownValue } from './fields.ts'
import { type Locator, parseLocator } from './locator.ts'

/** A quote and its place. Either one may be missing. */
export interface Evidence {
  readonly quote: string | undefined
  readonly locator: Locator | undefined
  readonly span: Span
}

const BULLET = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/

/** Reads the evidence of a field: a piece per bullet, or per quote if the line has several, each with its place. */
export function readEvidence(text: string, value: Span): Evidence[] {
  return splitBullets(text, value)
    .flatMap(span => splitPairs(text, span))
    .map(span => readOne(text, span))
    .filter(({ quote, locator }) => quote !== undefined || locator !== undefined)
}

/** Splits a list into its items, line by line. Text before the first bullet is an item too. */
export function splitBullets(text: string, whole: Span): Span[] {
  const value = ownValue(text, whole)
  const items: Span[] = []
  const fence = fenceFollower(text, value)
  let from: number | undefined
  for (const line of value.start < value.end ? linesOf(text, value.start, value.end, 0) : []) {
    const bullet = BULLET.exec(text.slice(line.start, Math.min(line.end, line.start + 80)))
    // A bullet may open the fence that it contains. Inside a fence, a dash is code.
    const wasInside = fence.isOpen()
    fence.passLine(line.start, line.end)
    if (bullet === null || wasInside) {
      from ??= line.start
      continue
    }
    if (from !== undefined) items.push(tight(text, from, line.start))
    from = line.start + bullet[0].length
  }
  if (from !== undefined) items.push(tight(text, from, value.end))
  return items.filter(({ start, end }) => start < end)
}

/** A code span, text in brackets, or a word. */
const TOKEN =
  /(?<!`)(`{1,9})(?!`)(.{1,300}?)(?<!`)\1(?!`)|\[([^\]\n]{1,300})\](?!\()|\(([^()\n]{1,300})\)|[^\s,;`]+/g

/** Splits `` `one` [a.ts:1], also `two` (b.ts:2) `` into its pairs of quote and place, in either order. */
function splitPairs(text: string, span: Span): readonly Span[] {
  const source = text.slice(span.start, Math.min(span.end, span.start + MAX_PAIRS))
  if (source.length < span.end - span.start || /[\r\n]/.test(source) || source.split('`').length < 5)
    return [span]
  const found = [...source.matchAll(TOKEN)].flatMap(({ 0: all, 2: code, 3: square, 4: round, index }) => {
    const place = parseLocator(code ?? square ?? round ?? all.replace(/[.:]+$/, ''))
    const isPlace = place !== undefined && (!('lines' in place) || place.lines.length > 0)
    const isQuote = code !== undefined && !isPlace
    return isPlace || isQuote
      ? [{ isQuote, start: span.start + index, end: span.start + index + all.length }]
      : []
  })
  // A place after the last pair, such as an issue, has no quote.
  if (found.length % 2 === 1 && found.at(-1)?.isQuote === false && found[0]?.isQuote === true) found.pop()
  const isPaired =
    found.length >= 4 &&
    found.length % 2 === 0 &&
    found.every(({ isQuote }, index) => isQuote === (found[index % 2]?.isQuote ?? isQuote)) &&
    found[0]?.isQuote !== found[1]?.isQuote
  if (!isPaired) return [span]
  return found.flatMap(({ start }, index) =>
    index % 2 === 0 ? [{ start, end: found[index + 1]?.end ?? span.end }] : [],
  )
}

/** A longer line is pasted output. */
const MAX_PAIRS = 800

function readOne(text: string, span: Span): Evidence {
  const source = text.slice(span.start, span.end)
  const code = codeSpan(source)
  const fenced = code === undefined ? fencedQuote(text, span) : undefined
  const rest = fenced !== undefined ? source.slice(0, fenced.at) : source.slice(code?.end ?? 0)
  const locator =
    findLocator(rest) ?? (code === undefined ? undefined : findLocator(source.slice(0, code.start)))
  // `src/a.ts:52` in backticks is a place, not a quote. The quote may follow it.
  const place = locator === undefined && code !== undefined ? parseLocator(code.quote) : undefined
  if (place !== undefined) return { quote: codeSpan(source.slice(code?.end))?.quote, locator: place, span }
  return { quote: fenced?.quote ?? code?.quote, locator, span }
}

/** The first code span on the first line of the item. */
function codeSpan(source: string): { quote: string; start: number; end: number } | undefined {
  const line = source.slice(0, lineEndAfter(source, 0))
  const start = line.indexOf('`')
  if (start < 0) return undefined
  const ticks = /^`+/.exec(line.slice(start))?.[0] ?? ''
  const close = closingTicks(line, start + ticks.length, ticks.length)
  if (close < 0) return undefined
  const inner = line.slice(start + ticks.length, close)
  // CommonMark 6.1 strips one space from each side, so that a quote may start with a backtick.
  const padded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== ''
  return { quote: padded ? inner.slice(1, -1) : inner, start, end: close + ticks.length }
}

function closingTicks(line: string, from: number, length: number): number {
  for (const match of line.slice(from).matchAll(/`+/g)) {
    if (match[0].length === length) return from + match.index
  }
  return -1
}

/** A multi-line quote: a fenced code block inside the item. */
function fencedQuote(text: string, span: Span): { quote: string; at: number } | undefined {
  const fence = fenceFollower(text, span)
  const inside = linesOf(text, span.start, span.end, 0).filter(({ start, end }) => fence.passLine(start, end))
  const [first, ...body] = inside
  if (first === undefined) return undefined
  if (!fence.isOpen()) body.pop()
  const indent = first.start - lineStartBefore(text, first.start)
  const quote = body.map(line => {
    const from = Math.min(line.start, lineStartBefore(text, line.start) + indent)
    return text.slice(from, Math.min(lineEndAfter(text, from), span.end))
  })
  return { quote: quote.join('\n'), at: first.start - span.start }
}

/** Finds `[place]`, where the place may contain brackets itself, else a bare or quoted place. */
function findLocator(source: string): Locator | undefined {
  const line = source.slice(0, lineEndAfter(source, 0))
  const open = line.indexOf('[')
  const close = line.lastIndexOf(']')
  const inside = open >= 0 && close > open ? line.slice(open + 1, close) : ''
  // `[src/a.ts:2], [src/b.ts:1]` are two places.
  const bracketed = inside === '' || /\][,;]?\s/.test(inside) ? undefined : parseLocator(inside)
  if (bracketed !== undefined) return bracketed
  const bare = withoutStop(line.replace(/^[\s—–:(*-]+/, ''))
  return (SENTENCE.test(bare) ? undefined : parseLocator(bare)) ?? firstToken(bare)
}

/** Matches what stands between words rather than in a path: quotation marks, commas, `at`, another place. */
const SENTENCE = /["“”„«»`]|[,;]\s|:\d+\)?\s|\s\(|^(?:and|at|from|in|line|of|on|see|via)\s/i

/** Trims what ends a sentence or closes a parenthesis, except the parenthesis that closes a link. */
function withoutStop(text: string): string {
  let end = text.length
  while (end > 0 && STOPS.includes(text.charAt(end - 1))) end--
  const isLink = text[end] === ')' && /\]\([^()\s]{1,300}$/.test(text.slice(Math.max(0, end - 310), end))
  return text.slice(0, isLink ? end + 1 : end)
}

const STOPS = ' \t).:;,*'

/** Finds the first word in prose that names a line of a file, an issue or a page. */
function firstToken(prose: string): Locator | undefined {
  if (prose.length > 2000) return undefined
  const tokens = prose.split(/\s+/).map(token => parseLocator(withoutStop(token.replace(/^[(,*]+/, ''))))
  return tokens.find(found => found !== undefined && (!('lines' in found) || found.lines.length > 0))
}
