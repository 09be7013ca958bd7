import type { Span } from '../markdown/block.ts'
import type { Edit } from '../markdown/edit.ts'
import { isRule, lineEndAfter, lineStartBefore, nextLineStart } from '../markdown/scan/leaf.ts'

/** Removes the lines of some records, and the blank lines that would meet in their place. */
export function takeOut(text: string, records: readonly { readonly span: Span }[]): Edit[] {
  const gaps: { start: number; end: number }[] = []
  for (const { span } of records.toSorted((a, b) => a.span.start - b.span.start)) {
    const start = lineStartBefore(text, span.start)
    const end = nextLineStart(text, lineEndAfter(text, span.end))
    const last = gaps.at(-1)
    if (last !== undefined && text.slice(last.end, start).trim() === '') last.end = end
    else gaps.push({ start, end })
  }
  return gaps.map(gap => ({ span: withBlankLines(text, gap), text: '' }))
}

/**
 * Extends a gap by the thematic break below it if there is one above it as well, and likewise by the blank lines below
 * it.
 */
function withBlankLines(text: string, gap: Span): Span {
  const { start } = gap
  const end = pastSecondRule(text, gap)
  if (text.slice(end).trim() === '') {
    const kept = text.slice(0, start).trimEnd().length
    return { start: kept === 0 ? 0 : nextLineStart(text, lineEndAfter(text, kept)), end: text.length }
  }
  const blank = start === 0 || lastLine(text, start).trim() === ''
  return { start, end: end + (blank ? (BLANK_LINES.exec(text.slice(end))?.[0].length ?? 0) : 0) }
}

/** The end of a gap, moved past the thematic break below it if there is one above it as well. */
function pastSecondRule(text: string, { start, end }: Span): number {
  const rule = end + (BLANK_LINES.exec(text.slice(end, end + NEAR))?.[0].length ?? 0)
  const above = text.slice(Math.max(0, start - NEAR), start).trimEnd()
  const isBetween =
    isRule(text.slice(rule, lineEndAfter(text, rule))) &&
    isRule(above.slice(lineStartBefore(above, above.length)))
  return isBetween ? nextLineStart(text, lineEndAfter(text, rule)) : end
}

/** The characters in which to look for a thematic break and the blank lines around it. */
const NEAR = 120

const BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))*/

/** The line before the one that starts at `at`. */
function lastLine(text: string, at: number): string {
  const end = text[at - 1] === '\n' && text[at - 2] === '\r' ? at - 2 : at - 1
  return text.slice(lineStartBefore(text, end), end)
}
