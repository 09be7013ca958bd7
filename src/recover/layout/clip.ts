import { hasAny } from '../../markdown/has-any.ts'
import { partWeight } from '../../markdown/tokens.ts'

/** A text and its cost. */
export interface Measured {
  readonly text: string
  /** The cost of the whole text; infinite if it exceeds the limit of the measurement. */
  readonly whole: number
  /** Computed when the text must be clipped. */
  readonly words: () => Words
}

/** The end of each word and the cost of the text up to there, as far as the limit reaches. */
interface Words {
  readonly ends: readonly number[]
  readonly sums: readonly number[]
}

/** A prefix of a text up to `end`, followed by `…` unless it is the whole text. */
export interface Cut {
  readonly end: number
  readonly cost: number
}

const MARK = '…'
const MARK_COST = 1.4

/**
 * Returns the longest prefix of a text that costs at most `most`, cut between words and never inside a code span or a
 * path, with `…` if anything is left out. Undefined if not even one word fits.
 *
 * @example clip('use `a b` for now', 5) // 'use `a b`…'
 */
export function clip(text: string, most: number): string | undefined {
  const measured = measure(text, most)
  const cut = cutWithin(measured, most)
  return cut === undefined ? undefined : printCut(measured, cut)
}

/** Measures a text, but stops once it costs more than `most`. */
function measure(text: string, most: number): Measured {
  let words: Words | undefined
  return {
    text,
    whole: partWeight(text, 0, text.length, most),
    words() {
      words ??= wordsOf(text, most)
      return words
    },
  }
}

function wordsOf(text: string, most: number): Words {
  const ends: number[] = []
  const sums: number[] = []
  let sum = 0
  const isSimple = !hasAny(text, SPECIAL)
  for (let at = 0; at < text.length && sum <= most; ) {
    const start = at
    while (isSpace(text.charCodeAt(at))) at++
    at = isSimple ? nextSpace(text, at) : wordEnd(text, at)
    sum += at - start > MAX_WORD ? Number.POSITIVE_INFINITY : partWeight(text, start, at)
    ends.push(at)
    sums.push(sum)
  }
  return { ends, sums }
}

/** Without these characters, a word ends at the next space, which `indexOf` finds faster than a loop. */
const SPECIAL = ['[', '`', '\n', '\t', '\r']

function nextSpace(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space < 0 ? text.length : space
}

function wordEnd(text: string, from: number): number {
  let at = from
  for (let unit = text.charCodeAt(at); at < text.length && !isSpace(unit); unit = text.charCodeAt(at))
    at = unit === 91 || unit === 96 ? unitEnd(text, at, unit) : at + 1
  return at
}

/** Longer words are not measured: they exceed any budget. */
const MAX_WORD = 20_000

function cutWithin({ text, whole, words }: Measured, most: number): Cut | undefined {
  if (whole <= most) return { end: text.length, cost: whole }
  const { ends, sums } = words()
  let last = sums.length - 1
  while (last >= 0 && (sums[last] ?? 0) + MARK_COST > most) last--
  if (last >= 0) return { end: ends[last] ?? 0, cost: (sums[last] ?? 0) + MARK_COST }
  return cutWord(text, ends[0] ?? 0, most - MARK_COST)
}

function printCut({ text }: Measured, { end }: Cut): string {
  return end >= text.length ? text : `${withoutTail(text.slice(0, end))}${MARK}`
}

/** Trims trailing white space and punctuation. */
function withoutTail(text: string): string {
  let end = text.length
  while (end > 0 && isTail(text.charAt(end - 1))) end--
  // Drops the opening of a decision's reason when nothing is left of the reason.
  return text.slice(0, end).replace(/ \(why$/, '')
}

const isTail = (unit: string): boolean => ',;:.–—-'.includes(unit) || unit.trim() === ''

/** The end of the code span or of the `[place/in brackets]` that starts here, else the next character. */
function unitEnd(text: string, at: number, unit: number): number {
  // Bounded search: scanning the rest for each of a million brackets would take hours.
  const near = text.slice(at, at + MAX_SPAN)
  if (unit === 91) {
    const close = near.indexOf(']')
    return close > 0 && near.lastIndexOf('/', close) > 0 ? at + close + 1 : at + 1
  }
  let run = 0
  while (near.charCodeAt(run) === 96) run++
  const close = near.indexOf(near.slice(0, run), run)
  return at + (close < 0 ? run : close + run)
}

const MAX_SPAN = 2_000

const isSpace = (unit: number): boolean =>
  unit <= 32 && (unit === 32 || unit === 10 || unit === 9 || unit === 13)

/** Cuts inside one long word, except in paths and code, where a prefix would read as another name. */
function cutWord(text: string, end: number, room: number): Cut | undefined {
  if (/[/\\`$]|\.\w/.test(text.slice(0, Math.min(end, MAX_WORD)))) return undefined
  let [low, high] = [0, Math.min(end, Math.ceil(Math.max(0, room)) * MAX_TOKEN)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (partWeight(text, 0, middle) <= room) low = middle
    else high = middle - 1
  }
  if (isHighSurrogate(text.charCodeAt(low - 1))) low--
  return low < 1 ? undefined : { end: low, cost: partWeight(text, 0, low) + MARK_COST }
}

/** Tokens are hardly ever longer than this. */
const MAX_TOKEN = 40

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
