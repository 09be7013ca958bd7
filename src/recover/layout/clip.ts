import { partWeight } from '../../markdown/tokens.ts'

const MARK = '…'
const MARK_COST = 1.4

/**
 * Returns the longest prefix of a text that costs at most `most`, cut between words and never inside a code span or a
 * path, with `…` if anything is left out. Undefined if not even one word fits.
 *
 * @example clip('use `a b` for now', 5) // 'use `a b`…'
 */
export function clip(text: string, most: number): string | undefined {
  if (partWeight(text, 0, text.length, most) <= most) return text
  const end = cutAt(text, most)
  if (end === 0) return undefined
  return end >= text.length ? text : `${withoutTail(text.slice(0, end))}${MARK}`
}

/** The end of the last word that fits with the ellipsis after it, or 0. */
function cutAt(text: string, most: number): number {
  let end = 0
  let sum = 0
  for (let at = 0; at < text.length; end = at) {
    const start = at
    while (isSpace(text.charCodeAt(at))) at++
    at = wordEnd(text, at)
    sum += at - start > MAX_WORD ? Number.POSITIVE_INFINITY : partWeight(text, start, at)
    if (sum + MARK_COST > most) return end > 0 ? end : cutInWord(text, at, most - MARK_COST)
  }
  return end
}

function wordEnd(text: string, from: number): number {
  let at = from
  for (let unit = text.charCodeAt(at); at < text.length && !isSpace(unit); unit = text.charCodeAt(at))
    at = unit === 91 || unit === 96 ? unitEnd(text, at, unit) : at + 1
  return at
}

/** Longer words are not measured: they exceed any budget. */
const MAX_WORD = 20_000

/** Trims trailing white space and punctuation. */
function withoutTail(text: string): string {
  let end = text.length
  while (end > 0 && isTail(text.charAt(end - 1))) end--
  // Drops the `(why` of a decision if nothing is left of the reason itself.
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
function cutInWord(text: string, end: number, room: number): number {
  if (/[/\\`$]|\.\w/.test(text.slice(0, Math.min(end, MAX_WORD)))) return 0
  let [low, high] = [0, Math.min(end, Math.ceil(Math.max(0, room)) * MAX_TOKEN)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (partWeight(text, 0, middle) <= room) low = middle
    else high = middle - 1
  }
  return isHighSurrogate(text.charCodeAt(low - 1)) ? low - 1 : low
}

/** Tokens are hardly ever longer than this. */
const MAX_TOKEN = 40

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Removes bold marks: they cost tokens, and a cut could separate an opening mark from its closing one. */
export const withoutBold = (text: string): string =>
  text.includes('**') ? text.replaceAll(BOLD_OR_CODE, found => (found === '**' ? '' : found)) : text

/** Matches a bold mark, but not `a ** b` or `2**8`; and code, which keeps its stars. */
const BOLD_OR_CODE = /`[^`]*`|(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w*])/g

/** Puts the bullets of a text behind one another, with a semicolon after each that lacks final punctuation. */
export const joinBullets = (text: string): string =>
  text.replaceAll(/([.:;,!?]?)\n{1,4}[ \t]{0,20}(?:[-*+]|\d+[.)]) /g, (_, end: string) => `${end || ';'} `)
