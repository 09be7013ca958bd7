/** Current position of the lines of a hunk, or the reason why it is unknown. */
export type Place = number | 'changed' | 'ambiguous'

/**
 * Locates the lines of a hunk in a text that may have changed elsewhere. `shift` is how far the previous hunk moved.
 * Tries in turn: the exact position with all of the context, a unique match with all of it, a match with the context
 * of one side, a match with the nearest lines. A deletion left no lines of its own, so its two sides must still be
 * adjacent.
 */
export function findHunk(text: string, hunk: UndoHunk, shift: number): Place {
  const { at, before, inserted, after } = hunk
  const whole: Sides = { left: before, right: after, anchored: 'both' }
  for (const guess of [at, at + shift])
    if (
      text.startsWith(before + inserted + after, guess - before.length) &&
      guess >= before.length &&
      fits(text, guess, hunk, whole)
    )
      return guess
  const found = findBetween(text, hunk, whole)
  if (found !== 'changed') return found
  const beside = inserted === '' ? 'changed' : findBeside(text, hunk)
  if (typeof beside === 'number') return beside
  const near: Sides = { left: nearestBefore(before), right: nearestAfter(after), anchored: 'both' }
  const between = findBetween(text, hunk, near)
  return typeof between === 'number' || beside === 'changed' ? between : beside
}

/** The text required left and right of the lines. An empty side must be the start or end of the text. */
interface Sides {
  readonly left: string
  readonly right: string
  readonly anchored: 'both' | 'left' | 'right'
}

/** Locates the lines by the context on one side. Ambiguous if the two sides disagree. */
function findBeside(text: string, hunk: UndoHunk): Place {
  const left = findBetween(text, hunk, { left: hunk.before, right: '', anchored: 'left' })
  const right = findBetween(text, hunk, { left: '', right: hunk.after, anchored: 'right' })
  if (left === 'changed' || right === 'changed') return left === 'changed' ? right : left
  if (left === 'ambiguous' || right === 'ambiguous') return left === 'ambiguous' ? right : left
  return left === right ? left : 'ambiguous'
}

function findBetween(text: string, hunk: UndoHunk, sides: Sides): Place {
  const pattern = sides.left + hunk.inserted + sides.right
  if (pattern === '') return text === '' ? 0 : 'changed'
  let found: number | undefined
  for (let from = text.indexOf(pattern); from >= 0; from = text.indexOf(pattern, from + 1)) {
    const place = from + sides.left.length
    if (!fits(text, place, hunk, sides)) continue
    if (found !== undefined) return 'ambiguous'
    found = place
  }
  return found ?? 'changed'
}

/** Matches whole lines only: if just half a line is equal, the line was changed. */
function fits(
  text: string,
  place: number,
  { inserted }: UndoHunk,
  { left, right, anchored }: Sides,
): boolean {
  const end = place + inserted.length
  if (anchored !== 'right' && left === '' && place !== 0) return false
  if (anchored !== 'left' && right === '' && lineEndAt(text, end).length < text.length - end) return false
  if (!isLineStart(text, place)) return false
  return isLineStart(text, end) || lineEndAt(text, end) !== '' || end === text.length
}

function isLineStart(text: string, at: number): boolean {
  const before = text[at - 1]
  return at === 0 || before === '\n' || (before === '\r' && text[at] !== '\n')
}

/** The line break at `at`, or an empty string. */
export function lineEndAt(text: string, at: number): string {
  if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  return text[at] === '\n' ? '\n' : ''
}

/** Shortens the context to the nearest line that is not blank: blank lines alone do not identify a place. */
const nearestBefore = (before: string): string =>
  /(?:^|(?<=[\r\n]))[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*$/.exec(before)?.[0] ?? before
const nearestAfter = (after: string): string =>
  /^(?:[ \t]*(?:\r\n|\n|\r))*[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?/.exec(after)?.[0] ?? after

/** One place touched by a change, in whole lines. */
export interface UndoHunk {
  /** Position of the lines right after the change. */
  readonly at: number
  readonly removed: string
  readonly inserted: string
  /** The context at that time. Empty at the start or end of the text. */
  readonly before: string
  readonly after: string
}

/** How to revert the change to one file. */
export interface UndoStep {
  readonly hunks: readonly UndoHunk[]
  /** The change created the file, so reverting it may leave the file empty. */
  readonly created?: true
}

/** Parses an untrusted undo step. Undefined if it is invalid. */
export function readUndoStep(value: unknown): UndoStep | undefined {
  if (!isObject(value) || !Array.isArray(value.hunks) || !value.hunks.every(isHunk)) return undefined
  const { hunks } = value
  return value.created === true ? { hunks, created: true } : { hunks }
}

function isHunk(value: unknown): value is UndoHunk {
  if (!isObject(value) || !Number.isSafeInteger(value.at)) return false
  const { removed, inserted, before, after } = value
  return typeof removed === 'string' && typeof inserted === 'string' && isContext(before) && isContext(after)
}

/** Characters of context kept around a hunk, to locate it again. */
export const CONTEXT = 200

/** Rejects longer context, which `inverseOf` never writes and regular expressions would have to scan. */
const isContext = (value: unknown): boolean => typeof value === 'string' && value.length <= 2 * CONTEXT

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
