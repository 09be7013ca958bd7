import { readDocument } from '../../markdown/document.ts'
import { applyEdits } from '../../markdown/edit.ts'

/** Moves the headings of some lines up or down by a number of levels. */
export function moveHeadings(text: string, by: number): string {
  if (by === 0 || !MAY_HEAD.test(text)) return text
  const headings = readDocument(text).blocks.filter(block => block.type === 'heading')
  const edits = headings.map(({ span, depth, text: title }) => ({
    span,
    text: `${'#'.repeat(Math.min(6, Math.max(1, depth + by)))} ${text.slice(title.start, title.end)}`,
  }))
  return applyEdits(text, edits)
}

/** Matches a line that may be a heading. Common case: there is none, so nothing needs to be parsed. */
const MAY_HEAD = /^ {0,3}(?:#{1,6}(?:\s|$)|=+\s*$|-+\s*$)/m
