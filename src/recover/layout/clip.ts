import { hasAny } from '../../markdown/has-any.ts'
import { partWeight } from '../../markdown/tokens.ts'

/** A text and what it costs. */
export interface Measured {
  readonly text: string
  /** Infinite when it is more than any budget could pay. */
  readonly whole: number
  /** Asked for when the text has to be cut. */
  readonly words: () => Words
}

/** Where each word of a text ends and what the text costs up to there, as far as any budget could reach. */
interface Words {
  readonly ends: readonly number[]
  readonly sums: readonly number[]
}

/** The start of a text up to `end`, with `…` behind it unless that is all. */
export interface Cut {
  readonly end: number
  readonly cost: number
}

const MARK = '…'
const MARK_COST = 1.4

/**
 * The longest start of a text that costs no more than `most`, cut between words and never inside a code span or a
 * path; with `…` when something was left out. Undefined when not even one word fits.
 *
 * @example clip('use `a b` for now', 5) // 'use `a b`…'
 */
export function clip(text: string, most: number): string | undefined {
  const measured = measure(text, most)
  const cut = cutWithin(measured, most)
  return cut === undefined ? undefined : printCut(measured, cut)
}

/** Weighs a text until it costs more than `most`. */
export function measure(text: string, most: number): Measured {
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
  const isPlain = !hasAny(text, ENDS_OTHERWISE)
  for (let at = 0; at < text.length && sum <= most; ) {
    const start = at
    while (isBlank(text.charCodeAt(at))) at++
    at = isPlain ? blankFrom(text, at) : wordEnd(text, at)
    sum += at - start > LONGEST_WORD ? Number.POSITIVE_INFINITY : partWeight(text, start, at)
    ends.push(at)
    sums.push(sum)
  }
  return { ends, sums }
}

/** Without these, a word ends at the next blank, which V8 finds faster than we do. */
const ENDS_OTHERWISE = ['[', '`', '\n', '\t', '\r']

function blankFrom(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank < 0 ? text.length : blank
}

function wordEnd(text: string, from: number): number {
  let at = from
  for (let unit = text.charCodeAt(at); at < text.length && !isBlank(unit); unit = text.charCodeAt(at))
    at = unit === 91 || unit === 96 ? unitEnd(text, at, unit) : at + 1
  return at
}

/** Of a word without end, only what could matter is weighed. */
const LONGEST_WORD = 20_000

export function cutWithin({ text, whole, words }: Measured, most: number): Cut | undefined {
  if (whole <= most) return { end: text.length, cost: whole }
  const { ends, sums } = words()
  let last = sums.length - 1
  while (last >= 0 && (sums[last] ?? 0) + MARK_COST > most) last--
  if (last >= 0) return { end: ends[last] ?? 0, cost: (sums[last] ?? 0) + MARK_COST }
  return cutWord(text, ends[0] ?? 0, most - MARK_COST)
}

export function printCut({ text }: Measured, { end }: Cut): string {
  return end >= text.length ? text : `${withoutTail(text.slice(0, end))}${MARK}`
}

/** Without the blanks and marks that it ends with. */
function withoutTail(text: string): string {
  let end = text.length
  while (end > 0 && isTail(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const isTail = (unit: string): boolean => ',;:.–—-'.includes(unit) || unit.trim() === ''

/** The end of a code span or of `[a place/in brackets]` that starts here; else the next unit. */
function unitEnd(text: string, at: number, unit: number): number {
  // Looking further for each of a million brackets would take hours.
  const near = text.slice(at, at + LONGEST_UNIT)
  if (unit === 91) {
    const close = near.indexOf(']')
    return close > 0 && near.lastIndexOf('/', close) > 0 ? at + close + 1 : at + 1
  }
  let run = 0
  while (near.charCodeAt(run) === 96) run++
  const close = near.indexOf(near.slice(0, run), run)
  return at + (close < 0 ? run : close + run)
}

const LONGEST_UNIT = 2_000

const isBlank = (unit: number): boolean =>
  unit <= 32 && (unit === 32 || unit === 10 || unit === 9 || unit === 13)

/** The start of one long word. A path or code that is cut would read as another one, so these are not. */
function cutWord(text: string, end: number, room: number): Cut | undefined {
  if (/[/\\`$]|\.\w/.test(text.slice(0, Math.min(end, LONGEST_WORD)))) return undefined
  let [low, high] = [0, Math.min(end, Math.ceil(Math.max(0, room)) * LONGEST_TOKEN)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (partWeight(text, 0, middle) <= room) low = middle
    else high = middle - 1
  }
  if (isHighSurrogate(text.charCodeAt(low - 1))) low--
  return low < 1 ? undefined : { end: low, cost: partWeight(text, 0, low) + MARK_COST }
}

/** A token is hardly ever longer. */
const LONGEST_TOKEN = 40

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
