import { isPlaceholder, isWords } from './plausible.ts'
import { TOKEN_KINDS } from './token-kinds.ts'

/** Part of a text that gives access to anyone who reads it. */
export interface Found {
  readonly start: number
  readonly end: number
  /** Its kind, such as `GitHub token`. */
  readonly name: string
  /** Set when there is no public prefix, so hardly any of it may be shown. */
  readonly isBare?: true
}

interface Kind {
  readonly name: string
  readonly start: string
  readonly rest: string
}

/** The kinds by their first two characters, read from the table when first needed. */
let kinds: ReadonlyMap<number, readonly Kind[]> | undefined
const patterns = new Map<string, RegExp>()

function readKinds(): ReadonlyMap<number, readonly Kind[]> {
  const read = new Map<number, Kind[]>()
  IS_HEAD = new Uint8Array(128 * 128)
  for (const line of TOKEN_KINDS.trim().split('\n')) {
    const [name = '', starts = ''] = line.split(' | ', 2)
    const rest = line.slice(name.length + starts.length + 6)
    for (const start of starts.split(' ')) {
      const head = headAt(start, 0)
      IS_HEAD[head] = 1
      const sameHead = read.get(head)
      if (sameHead === undefined) read.set(head, [{ name, start, rest }])
      else sameHead.push({ name, start, rest })
    }
  }
  return read
}

/**
 * Marks each pair of characters that starts a kind of token. Checked at the start of every path segment, where a map
 * would take five times as long.
 */
let IS_HEAD: Uint8Array = new Uint8Array(0)

const headAt = (text: string, at: number): number => text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)

/**
 * Finds the tokens in text by their known prefixes; only the first one if `isFirstEnough`.
 *
 * Tokens are long words, so this checks every twentieth character first: if it is not part of a word, no long word
 * spans it. That takes 5 ms for 6 MB; a single pattern for all kinds takes 300 ms.
 */
export function tokensIn(text: string, isFirstEnough = false): readonly Found[] {
  const found: Found[] = []
  let start = 0
  while (start + MIN_WORD <= text.length) {
    let at = start + MIN_WORD - 1
    while (at >= start && IN_WORD[text.charCodeAt(at)] === 1) at--
    if (at >= start) {
      start = at + 1
      continue
    }
    let end = start + MIN_WORD
    while (end < text.length && IN_WORD[text.charCodeAt(end)] === 1) end++
    if (isMixed(text, start, end)) addTokens(found, text, start, end)
    if (isFirstEnough && found.length > 0) return found
    start = end + 1
  }
  return found
}

/** The minimum length of a token: `AKIA` and 16 more. A few patterns allow less, but no issued token is shorter. */
const MIN_WORD = 20

const IN_WORD = new Uint8Array(128)
for (const unit of '+-./0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~')
  IN_WORD[unit.charCodeAt(0)] = 1

/** Most long words are lower-case paths and names. A token has digits or capitals. */
function isMixed(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    if ((unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90)) return true
  }
  return false
}

/** The rest of an AWS key. One key in 20 reads like a word: it has no digit, or none before its end. */
const BASE_32 = /^[A-Z2-7]{16}$/

function addTokens(found: Found[], text: string, from: number, to: number): void {
  // `"\nghp_…"`: the letter of an escape is not part of the word.
  const isEscape = text[from - 1] === '\\' && 'nrt'.includes(text.charAt(from))
  let isInside = isAlphanumeric(text.charCodeAt(from - 1))
  for (let at = isEscape ? from + 1 : from; at < to; at++) {
    const wasInside = isInside
    isInside = isAlphanumeric(text.charCodeAt(at))
    // A token does not start in the middle of a word.
    if (wasInside) continue
    // Searches the raw table first: reading it takes 0.4 ms, and nearly every text at session start has paths.
    if (kinds === undefined && !TOKEN_KINDS.includes(` ${text.slice(at, at + 2)}`)) continue
    kinds ??= readKinds()
    if (IS_HEAD[headAt(text, at)] !== 1) continue
    const token = longestAt(text, at, kinds.get(headAt(text, at)) ?? [])
    if (token === undefined) continue
    const rest = text.slice(at + 4, token.end)
    if (!isPlaceholder(rest) && (BASE_32.test(rest) || !isWords(rest))) found.push(token)
    // Skips the whole token, so that a megabyte of `sk-ant-sk-ant-…` is scanned only once.
    at = token.end - 1
    isInside = true
  }
}

function longestAt(text: string, start: number, sameHead: readonly Kind[]): Found | undefined {
  let longest: Found | undefined
  for (const kind of sameHead) {
    if (!text.startsWith(kind.start, start)) continue
    const end = endOf(text, start + kind.start.length, kind.rest)
    if (end !== undefined && end > (longest?.end ?? 0)) longest = { start, end, name: kind.name }
  }
  return longest
}

function endOf(text: string, from: number, rest: string): number | undefined {
  let pattern = patterns.get(rest)
  if (pattern === undefined) {
    pattern = new RegExp(`(?:${rest})(?![A-Za-z0-9])`, 'y')
    patterns.set(rest, pattern)
  }
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const isAlphanumeric = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90)
