import { isWord } from './word.ts'

/** A text without white space that a formatter may change: see `squeeze`. */
export interface Squeezed {
  readonly text: string
  /** The offset in `text` at which each source line starts; a blank line starts where the next one does. */
  readonly starts: readonly number[]
}

/** `String.fromCharCode` takes units as arguments, and the stack holds about 120,000. */
const PIECE = 0x2000

/**
 * Removes all white space, except one space between two words: `f( a,
 *
 *  b )` becomes `f(a,b)`, but `return x` never becomes `returnx`.
 */
export function squeeze(text: string, lineStarts: readonly number[]): Squeezed {
  const units = new Uint16Array(text.length)
  const starts: number[] = []
  let length = 0
  let skipped = false
  for (let at = 0; at < text.length; at++) {
    if (lineStarts[starts.length] === at) starts.push(length)
    const unit = text.charCodeAt(at)
    if ((unit <= 32 || unit >= 0xa0) && isWhiteSpace(unit)) {
      skipped = true
      continue
    }
    if (skipped && isWord(unit) && isWord(units[length - 1])) units[length++] = 32
    units[length++] = unit
    skipped = false
  }
  const pieces: string[] = []
  // Not spread: iterating unit by unit is eight times slower than passing an array-like.
  for (let at = 0; at < length; at += PIECE)
    pieces.push(
      Reflect.apply(String.fromCharCode, undefined, units.subarray(at, Math.min(length, at + PIECE))),
    )
  return { text: pieces.join(''), starts }
}

/** Same as `\s`, which includes the spaces in text pasted from web pages. */
function isWhiteSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13)
  return /\s/.test(String.fromCharCode(unit))
}
