/** Where a hunk's lines stand now, or why that cannot be told. */
export type Place = number | 'changed' | 'ambiguous'

/**
 * The lines of a hunk in a text that may have changed elsewhere. `shift` is by how much the hunk before has
 * moved. Asked for in turn: exactly there with all that stood around, there alone, with what stood on one side,
 * between the nearest lines. A deletion left no lines of its own, so both sides must still meet.
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

/** What has to stand left and right of the lines; where that is nothing, the text has to start or end there. */
interface Sides {
  readonly left: string
  readonly right: string
  readonly anchored: 'both' | 'left' | 'right'
}

/** By what stood on one side; when each side says so of another place, there are two. */
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

/** Whole lines only: half a line that reads the same was changed by somebody. */
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

/** The line ending that stands at `at`. */
export function lineEndAt(text: string, at: number): string {
  if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  return text[at] === '\n' ? '\n' : ''
}

/** Up to the nearest line that says something: between blank lines many a place is alike. */
const nearestBefore = (before: string): string =>
  /(?:^|(?<=[\r\n]))[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*$/.exec(before)?.[0] ?? before
const nearestAfter = (after: string): string =>
  /^(?:[ \t]*(?:\r\n|\n|\r))*[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?/.exec(after)?.[0] ?? after

/** One place that a change touched, in whole lines. */
export interface UndoHunk {
  /** Where the lines stood right after the change. */
  readonly at: number
  readonly removed: string
  readonly inserted: string
  /** What stood around them then. Empty: the start or the end of the text. */
  readonly before: string
  readonly after: string
}

/** What takes a change of one file back. */
export interface UndoStep {
  readonly hunks: readonly UndoHunk[]
  /** The change created the file, so that taking it back may leave nothing. */
  readonly created?: true
}

/** A step as it comes back from a file that anybody may have written; undefined when it is none. */
export function readUndoStep(value: unknown): UndoStep | undefined {
  if (!isObject(value) || !Array.isArray(value.hunks)) return undefined
  const hunks: UndoHunk[] = []
  for (const hunk of value.hunks) {
    if (!isHunk(hunk)) return undefined
    hunks.push(hunk)
  }
  return value.created === true ? { hunks, created: true } : { hunks }
}

function isHunk(value: unknown): value is UndoHunk {
  if (!isObject(value) || !Number.isSafeInteger(value.at)) return false
  const { removed, inserted, before, after } = value
  return typeof removed === 'string' && typeof inserted === 'string' && isContext(before) && isContext(after)
}

/** How much of what stands around a hunk is kept, so that its place is found again. */
export const CONTEXT = 200

/** Longer is none of ours, and patterns run over it. */
const isContext = (value: unknown): boolean => typeof value === 'string' && value.length <= 2 * CONTEXT

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
