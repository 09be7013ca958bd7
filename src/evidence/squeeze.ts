/** Text without anything that a formatter may change: see `squeeze`. */
export interface Squeezed {
  readonly text: string
  /** The offset in `text` at which each source line starts; a blank line starts where the next one does. */
  readonly starts: readonly number[]
}

/**
 * The most units passed to `String.fromCharCode` in one call: each is an argument, and the stack holds about 120,000.
 */
const PIECE = 0x2000

/**
 * Removes what a formatter may change: all white space, except one space between two words, commas and semicolons at
 * the end of a list or a line, and the choice between single and double quotes. `f( a, 'b', )` becomes `f(a,"b")`, but
 * `return x` never becomes `returnx`.
 */
export function squeeze(text: string, lineStarts: readonly number[]): Squeezed {
  const units = new Uint16Array(text.length)
  const starts: number[] = []
  let length = 0
  let skipped = false
  for (let at = 0; at < text.length; at++) {
    if (lineStarts[starts.length] === at) starts.push(length)
    const written = text.charCodeAt(at)
    if (written === LF && units[length - 1] === SEMICOLON) length = drop(starts, length)
    const unit = written === SINGLE_QUOTE ? DOUBLE_QUOTE : written
    if ((unit <= 32 || unit >= 0xa0) && isWhiteSpace(unit)) {
      skipped = true
      continue
    }
    if (skipped && isWord(unit) && isWord(units[length - 1])) units[length++] = 32
    if (isCloser(unit) && (units[length - 1] === COMMA || units[length - 1] === SEMICOLON))
      length = drop(starts, length)
    units[length++] = unit
    skipped = false
  }
  if (units[length - 1] === SEMICOLON) length = drop(starts, length)
  const pieces: string[] = []
  // Passes the units as an array-like object: spreading them is eight times slower.
  for (let at = 0; at < length; at += PIECE)
    pieces.push(
      Reflect.apply(String.fromCharCode, undefined, units.subarray(at, Math.min(length, at + PIECE))),
    )
  return { text: pieces.join(''), starts }
}

const SINGLE_QUOTE = 39
const DOUBLE_QUOTE = 34
const COMMA = 44
const SEMICOLON = 59
const LF = 10

/** Drops the last UTF-16 unit; a line that started after it now starts in its place. */
function drop(starts: number[], length: number): number {
  for (let line = starts.length - 1; (starts[line] ?? 0) >= length; line--) starts[line] = length - 1
  return length - 1
}

/** `)`, `]` or `}`. */
const isCloser = (unit: number): boolean => unit === 41 || unit === 93 || unit === 125

/** Same as `\s`, which includes the spaces in text pasted from web pages. */
function isWhiteSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13)
  return /\s/.test(String.fromCharCode(unit))
}

/**
 * Is the UTF-16 unit part of a word? ASCII only: scripts written without spaces have no word boundaries, and a quote
 * may be part of a comment in such a script.
 */
function isWord(unit: number | undefined): boolean {
  if (unit === undefined) return false
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}

/** Does the match start and end at word boundaries? `graceMs = 900` is not in `graceMs = 9000`. */
export function isWholeWords(text: string, at: number, length: number): boolean {
  const end = at + length
  const cutAtStart = isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at))
  return !cutAtStart && !(isWord(text.charCodeAt(end - 1)) && isWord(text.charCodeAt(end)))
}
