import { compareLines } from '../../markdown/line-diff.ts'
import { CONTEXT, findHunk, lineEndAt, type UndoHunk, type UndoStep } from './undo-place.ts'

export { readUndoStep, type UndoStep } from './undo-place.ts'

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
