import { tokenWeight } from '../document/tokens.ts'

const MARK = '…'

/** A token is hardly ever longer: what lies beyond cannot fit, and need not be taken apart. */
const LONGEST_TOKEN = 40

/**
 * The longest start of a text that costs no more than `most`, cut between words and never inside a code span or a
 * path; with `…` when something was left out. Undefined when not even one word fits.
 *
 * @example clip('use `a b` for now', 5) // 'use `a b`…'
 */
export function clip(text: string, most: number): string | undefined {
  if (tokenWeight(text) <= most) return text
  const room = most - tokenWeight(MARK)
  const words = wordEnds(text.slice(0, Math.max(1, Math.ceil(most) * LONGEST_TOKEN)))
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tokenWeight(text.slice(0, words[middle - 1])) <= room) low = middle
    else high = middle - 1
  }
  if (low > 0) return `${text.slice(0, words[low - 1]).replace(/[\s,;:.–—-]+$/, '')}${MARK}`
  return isPlainWord(text.slice(0, words[0])) ? cutWord(text, words[0] ?? text.length, room) : undefined
}

/** Where each word ends; a code span and a place in brackets count as one word, blanks and all. */
function wordEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = 0; at < text.length; ) {
    while (isBlank(text.charCodeAt(at))) at++
    if (at >= text.length) break
    while (at < text.length && !isBlank(text.charCodeAt(at))) at = unitEnd(text, at)
    ends.push(at)
  }
  return ends
}

/** The end of a code span or of `[a place/in brackets]` that starts here; else the next unit. */
function unitEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit === 91) {
    const close = text.indexOf(']', at)
    return close > 0 && text.slice(at, close).includes('/') ? close + 1 : at + 1
  }
  if (unit !== 96) return at + 1
  let run = at
  while (text.charCodeAt(run) === 96) run++
  const close = text.indexOf(text.slice(at, run), run)
  return close < 0 ? run : close + run - at
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 10 || unit === 9 || unit === 13

/** A path or code that is cut reads as another path; of a word, the start still says something. */
const isPlainWord = (word: string): boolean => !/[/\\`$]|\.\w/.test(word)

function cutWord(text: string, end: number, room: number): string | undefined {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tokenWeight(text.slice(0, middle)) <= room) low = middle
    else high = middle - 1
  }
  if (isHighSurrogate(text.charCodeAt(low - 1))) low--
  return low < 1 ? undefined : `${text.slice(0, low)}${MARK}`
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
