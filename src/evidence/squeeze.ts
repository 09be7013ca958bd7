import { isWord } from './word.ts'

/** A text without what a formatter may change: see `squeeze`. */
export interface Squeezed {
  readonly text: string
  /** Where each line of the source starts in `text`; blank lines start where the next one does. */
  readonly starts: readonly number[]
}

/** `String.fromCharCode` takes its units as arguments, and the stack holds about 120,000. */
const PIECE = 0x2000

/**
 * Leaves out all blanks and line ends, except for one blank between two words: `f( a,\n b )` is `f(a,b)`, but
 * `return x` is never `returnx`.
 */
export function squeeze(text: string, lineStarts: readonly number[]): Squeezed {
  const units = new Uint16Array(text.length)
  const starts: number[] = []
  let length = 0
  let blanks = false
  for (let at = 0; at < text.length; at++) {
    if (lineStarts[starts.length] === at) starts.push(length)
    const unit = text.charCodeAt(at)
    if ((unit <= 32 || unit >= 0xa0) && isBlank(unit)) {
      blanks = true
      continue
    }
    if (blanks && isWord(unit) && isWord(units[length - 1])) units[length++] = 32
    units[length++] = unit
    blanks = false
  }
  const pieces: string[] = []
  // Not spread: an array-like is taken as it is, an iterable unit by unit, which is eight times slower.
  for (let at = 0; at < length; at += PIECE)
    pieces.push(
      Reflect.apply(String.fromCharCode, undefined, units.subarray(at, Math.min(length, at + PIECE))),
    )
  return { text: pieces.join(''), starts }
}

/** As `\s` has it, which also knows the blanks that come with text pasted from pages. */
function isBlank(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13)
  return /\s/.test(String.fromCharCode(unit))
}
