import type { Block, Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../markdown/scan/leaf.ts'
import { isNothing } from '../../notes/text/rows.ts'

/** Finds `- None` or `None.`, which marks a section as empty, if that is all of its content. */
export function markerIn(text: string, blocks: readonly Block[]): Span | undefined {
  const said = blocks.filter(({ type }) => type !== 'comment' && type !== 'table')
  const [only, ...more] = said
  if (only === undefined || more.length > 0 || (only.type !== 'list' && only.type !== 'paragraph'))
    return undefined
  const words = text.slice(only.span.start, only.span.end).replaceAll(/^[ \t]*[-*+](?:[ \t]+\[ \])?/gm, '')
  return words.split(/\r\n|\n|\r/).every(isBare) ? only.span : undefined
}

/** Does the line say only that there is nothing? `None — see #12` says more. */
const isBare = (line: string): boolean =>
  isNothing(line) &&
  !/[—–:,;#`\d]|\s-\s|[.!]\s+\S|\w[\s*_.]*[([]/.test(line) &&
  line.trim().split(/\s+/).length <= MAX_WORDS

const MAX_WORDS = 6

/** Replaces the marker if the new lines go right below it. Otherwise deletes it, and leaves the edit as it is. */
export function replaceMarker(text: string, marker: Span, edit: Edit): Edit[] {
  const isBelow = edit.span.start === edit.span.end && edit.span.start === lineEndAfter(text, marker.end)
  const start = lineStartBefore(text, marker.start)
  if (isBelow) {
    const lines = edit.text.replace(/^\n+/, '')
    const gap = lines.startsWith('#') && !isBlankBefore(text, start) ? '\n' : ''
    return [{ span: { start, end: lineEndAfter(text, marker.end) }, text: gap + lines }]
  }
  const next = nextLineStart(text, lineEndAfter(text, marker.end))
  const blank = isBlankBefore(text, start)
    ? (/^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(next, next + 200))?.[0].length ?? 0)
    : 0
  return [edit, { span: { start, end: next + blank }, text: '' }]
}

function isBlankBefore(text: string, lineStart: number): boolean {
  return /(?:^|[\r\n])[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(Math.max(0, lineStart - 200), lineStart))
}
