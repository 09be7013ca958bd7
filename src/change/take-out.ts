import type { Span } from '../markdown/block.ts'
import { applyEdits } from '../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../markdown/scan/leaf.ts'

/** Removes the lines of some records, and the blank lines that would meet in their place. */
export function takeOut(text: string, records: readonly { readonly span: Span }[]): string {
  const gaps: { start: number; end: number }[] = []
  for (const { span } of records.toSorted((a, b) => a.span.start - b.span.start)) {
    const start = lineStartBefore(text, span.start)
    const end = nextLineStart(text, lineEndAfter(text, span.end))
    const last = gaps.at(-1)
    if (last !== undefined && text.slice(last.end, start).trim() === '') last.end = end
    else gaps.push({ start, end })
  }
  return applyEdits(
    text,
    gaps.map(gap => ({ span: withBlankLines(text, gap), text: '' })),
  )
}

/** Extends a gap by the blank lines below it, if there is a blank line above it as well. */
export function withBlankLines(text: string, { start, end }: Span): Span {
  if (text.slice(end).trim() === '') {
    const kept = text.slice(0, start).trimEnd().length
    return { start: kept === 0 ? 0 : nextLineStart(text, lineEndAfter(text, kept)), end: text.length }
  }
  const blank = start === 0 || lastLine(text, start).trim() === ''
  return { start, end: end + (blank ? (BLANK_LINES.exec(text.slice(end))?.[0].length ?? 0) : 0) }
}

const BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))*/

/** The line before the one that starts at `at`. */
function lastLine(text: string, at: number): string {
  const end = text[at - 1] === '\n' && text[at - 2] === '\r' ? at - 2 : at - 1
  return text.slice(lineStartBefore(text, end), end)
}
