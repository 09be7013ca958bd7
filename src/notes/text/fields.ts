import type { Span } from '../../markdown/block.ts'
import {
  isRule,
  isSpace,
  lineEndAfter,
  lineStartBefore,
  linesOf,
  nextLineStart,
  tight,
} from '../../markdown/scan/leaf.ts'
import { closesFence, type Fence, fenceAt } from '../../markdown/scan/line-starts.ts'
import { decodeText } from './inline.ts'

/** `**Name**: value`. The value extends to the next field. */
export interface Field {
  readonly name: string
  readonly span: Span
  /** Trimmed, possibly empty. */
  readonly value: Span
}

/** Matches `**Name**: v`, `**Name:** v`, `- **Name**: v` and `- Name: v`, up to the value. */
const BOLD = /^[ \t]{0,3}(?:[-*+][ \t]+)?\*\*([^*\n]{1,60}?)(?::\*\*|\*\*[ \t]*:)[ \t]*/
const PLAIN =
  /^[ \t]{0,3}(?:[-*+][ \t]+)?([A-Za-z][A-Za-z /-]{0,40}?):[ \t]+(?=\S)|^[ \t]{0,3}[-*+][ \t]+([A-Za-z][A-Za-z /-]{0,40}?):$/

/** A bullet nested so deep that only a known name makes it a field: other bullets are details of the field above. */
const NESTED =
  /^[ \t]{4,16}[-*+][ \t]+(?:\*\*([^*\n]{1,60}?)(?::\*\*|\*\*[ \t]*:)|([A-Za-z][A-Za-z /-]{0,40}?):(?=[ \t]))[ \t]*/

/**
 * Reads the fields in a span, by lines rather than by blocks: in the protocol's own example, Decision, Rationale and
 * Evidence are one paragraph, and Test Scenarios is a lazy continuation of an evidence bullet. Accepts names without
 * bold only if `isPlainName` does. Ignores code fences.
 */
export function readFields(
  text: string,
  span: Span,
  isPlainName: (name: string, isBullet: boolean) => boolean,
): Field[] {
  const found: { name: string; start: number; from: number; to: number | undefined }[] = []
  const fence = fenceFollower(text, span)
  for (let at = span.start; at < span.end; ) {
    const end = Math.min(lineEndAfter(text, at), span.end)
    // 120 characters are more than any field name has. The limit bounds the cost of a line of ten megabytes.
    const line = text.slice(at, Math.min(end, at + 120))
    const isText = !fence.passLine(at, end)
    const last = found.at(-1)
    let isField = false
    // Common case: no colon where a name could end.
    if (isText && line.includes(':')) {
      const bold = BOLD.exec(line)
      const plain = bold === null ? PLAIN.exec(line) : null
      const isKnownName =
        plain !== null && isPlainName(fieldName(plain[1] ?? plain[2] ?? ''), /^\s*[-*+]/.test(line))
      const nested = bold === null && plain === null ? NESTED.exec(line) : null
      const isKnown = nested !== null && isPlainName(fieldName(nested[1] ?? nested[2] ?? ''), false)
      const match = isKnown ? nested : isKnownName ? plain : bold
      if (match !== null) {
        isField = true
        const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
        found.push({
          name: fieldName(match[1] ?? match[2] ?? ''),
          start: at + indent,
          from: at + match[0].length,
          to: undefined,
        })
      }
    }
    if (last !== undefined && !isField) {
      if (isText && line.length === end - at && isRule(line)) last.to ??= at
      // A rule ends a value, unless the value goes on below it.
      else if (last.to !== undefined && line.trim() !== '' && !line.startsWith('<!--')) last.to = undefined
    }
    at = end < span.end ? nextLineStart(text, end) : span.end
  }
  return found.map(({ name, start, from, to }, index) => {
    const end = to ?? found[index + 1]?.start ?? span.end
    const value = tight(text, from, end)
    return { name, value, span: { start, end: Math.max(value.end, from) } }
  })
}

/**
 * A value without the paragraphs, tables and quotes that follow it after a blank line: people write such remarks below
 * the last field of a section, and they are not part of it. Bullets, indented lines and fences are.
 */
export function ownValue(text: string, value: Span): Span {
  const fence = fenceFollower(text, value)
  let isApart = false
  for (const { start, end } of value.start < value.end ? linesOf(text, value.start, value.end, 0) : []) {
    const isOpen = fence.isOpen()
    const isCode = fence.passLine(start, end) || isOpen
    const from = Math.max(lineStartBefore(text, start), value.start)
    const line = text.slice(from, Math.min(end, from + 8))
    if (isApart && !isCode && line.trim() !== '' && !GOES_ON.test(line))
      return tight(text, value.start, start)
    isApart = !isCode && line.trim() === '' && (isApart || start > value.start)
  }
  return value
}

/** Matches the start of a bullet or of an indented line. */
const GOES_ON = /^(?:[-*+] |\d{1,4}[.)] |[ \t]{2})/

const fieldName = (written: string): string => written.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** The intended text of a field: indentation removed, lines joined by line feeds, and decoded. */
export function fieldText(text: string, value: Span): string {
  return decodeText(joinLines(text, value))
}

export function joinLines(text: string, value: Span): string {
  const source = text.slice(value.start, value.end)
  return /[\r\n]/.test(source) ? source.replaceAll(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, '\n') : source
}

interface FenceFollower {
  /** Reads one line. Returns whether it belongs to a fence, including the fence markers. */
  passLine(start: number, end: number): boolean
  /** Is the next line inside a fence? */
  isOpen(): boolean
}

/** Tracks code fences from line to line. */
export function fenceFollower(text: string, { start: from, end: to }: Span): FenceFollower {
  const stretch = text.slice(from, to)
  if (!stretch.includes('```') && !stretch.includes('~~~')) return NO_FENCE
  let open: Fence | undefined
  return {
    isOpen: () => open !== undefined,
    passLine: (start, end) => {
      if (open === undefined) {
        open = fenceAt(text, pastBullet(text, start, end), end)
        return open !== undefined
      }
      if (closesFence(text, pastSpaces(text, start, end), end, open)) open = undefined
      return true
    },
  }
}

const NO_FENCE: FenceFollower = { isOpen: () => false, passLine: () => false }

/** A fence may start on the line of the bullet that contains it, but ends on a line of its own. */
function pastBullet(text: string, start: number, end: number): number {
  const at = pastSpaces(text, start, end)
  const unit = text.charCodeAt(at)
  const marked = (unit === 45 || unit === 42 || unit === 43) && isSpace(text.charCodeAt(at + 1))
  return marked ? pastSpaces(text, at + 1, end) : at
}

function pastSpaces(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at++
  return at
}
