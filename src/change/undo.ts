import { compareLines } from '../markdown/line-diff.ts'

/** One place touched by a change, in whole lines. */
interface UndoHunk {
  /** Position of the lines right after the change. */
  readonly at: number
  readonly removed: string
  readonly inserted: string
  /** The context at that time. Empty at the start or end of the text. */
  readonly before: string
  readonly after: string
}

/** A plan to revert the change to one file. */
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
const CONTEXT = 200

/** Rejects longer context, which `inverseOf` never writes and regular expressions would have to scan. */
const isContext = (value: unknown): boolean => typeof value === 'string' && value.length <= 2 * CONTEXT

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The step that reverts the change from `before` to `after`. `before` is undefined if the file was created. */
export function inverseOf(before: string | undefined, after: string): UndoStep {
  const compared = compareLines(before ?? '', after, { lines: 'any', margin: 0 })
  const text = (lines: readonly string[], { from, to }: { from: number; to: number }): string =>
    lines.slice(from, to).join('')
  let [at, line] = [compared.start, 0]
  const hunks = compared.changes.map((change): UndoHunk => {
    at += text(compared.after, { from: line, to: change.after.from }).length
    line = change.after.from
    const inserted = text(compared.after, change.after)
    const end = at + inserted.length
    return {
      at,
      removed: text(compared.before, change.before),
      inserted,
      before: after.slice(wholeCharacter(after, at - CONTEXT), at),
      after: after.slice(end, wholeCharacter(after, end + CONTEXT)),
    }
  })
  return before === undefined ? { hunks, created: true } : { hunks }
}

/**
 * The step that reverts a change as a whole. For a change that moved everything, comparing lines is slow and useless.
 */
export const inverseAsWhole = (before: string, after: string): UndoStep => ({
  hunks: [{ at: 0, removed: before, inserted: after, before: '', after: '' }],
})

/** Clamps an offset to the text, and moves it out of a surrogate pair or a CRLF. */
function wholeCharacter(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length))
  const [last, next] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  const splitsPair = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff
  return splitsPair || (last === 13 && next === 10) ? at - 1 : at
}

export type Undone = { readonly text: string } | { readonly refused: string }

/**
 * Reverts a change in a text that may have changed elsewhere. Everything else stays byte for byte. Reverts all hunks or
 * none: refuses if one was changed, or if its place is ambiguous.
 */
export function applyUndo(current: string, { hunks }: UndoStep): Undone {
  let result = ''
  let done = 0
  let shift = 0
  for (const hunk of hunks) {
    const place = findHunk(current, hunk, shift)
    if (typeof place !== 'number') return { refused: whyNot(place, hunk) }
    if (place < done) return { refused: whyNot('ambiguous', hunk) }
    const { end, text } = restored(current, place, hunk)
    result += current.slice(done, place) + text
    done = end
    shift = place - hunk.at
  }
  return { text: result + current.slice(done) }
}

/** Restores the removed text. Text that was added at the end of the file since the change stays on its own line. */
function restored(
  current: string,
  place: number,
  { removed, inserted }: UndoHunk,
): { end: number; text: string } {
  const end = place + inserted.length
  if (end === current.length || inserted === '') return { end, text: removed }
  const added = endOfLine(inserted) === '' ? lineEndAt(current, end) : ''
  const needed = removed === '' || endOfLine(removed) !== '' ? '' : added || endOfLine(inserted)
  return { end: end + added.length, text: removed + needed }
}

const endOfLine = (text: string): string => /(?:\r\n|\n|\r)$/.exec(text.slice(-2))?.[0] ?? ''

function whyNot(why: 'changed' | 'ambiguous', { inserted, removed }: UndoHunk): string {
  const said = (inserted.trim() === '' ? removed : inserted).trim().split(/[\r\n]/)[0] ?? ''
  const line = said.length > 60 ? `${said.slice(0, wholeCharacter(said, 59))}…` : said
  const what = inserted.trim() === '' ? `the place where "${line}" was removed` : `"${line}"`
  return why === 'changed'
    ? `${what} has changed since`
    : `${what} can no longer be told apart from similar lines`
}

/** Current position of the lines of a hunk, or the reason why it is unknown. */
type Place = number | 'changed' | 'ambiguous'

/**
 * Locates the lines of a hunk in a text that may have changed elsewhere. `shift` is how far the previous hunk moved.
 * Tries in turn: the exact position with all of the context, a unique match with all of it, a match with the context
 * of one side, a match with the nearest lines. A deletion left no lines of its own, so its two sides must still be
 * adjacent.
 */
function findHunk(text: string, hunk: UndoHunk, shift: number): Place {
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
function lineEndAt(text: string, at: number): string {
  if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  return text[at] === '\n' ? '\n' : ''
}

/** Shortens the context to the nearest line that is not blank: blank lines alone do not identify a place. */
const nearestBefore = (before: string): string =>
  /(?:^|(?<=[\r\n]))[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?(?:[ \t]*(?:\r\n|\n|\r))*$/.exec(before)?.[0] ?? before
const nearestAfter = (after: string): string =>
  /^(?:[ \t]*(?:\r\n|\n|\r))*[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r)?/.exec(after)?.[0] ?? after
