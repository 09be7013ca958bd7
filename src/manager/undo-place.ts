import type { UndoHunk } from './undo-step.ts'

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
