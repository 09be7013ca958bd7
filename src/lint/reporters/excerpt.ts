import type { Span } from '../../markdown/block.ts'
import type { LineIndex } from '../../markdown/lines.ts'
import { lineEndAfter } from '../../markdown/scan/leaf.ts'

/** A printable source line, and the place in it as UTF-16 offsets from 0. */
export interface Excerpt {
  readonly line: string
  readonly from: number
  readonly to: number
}

/** Returns a line with its secrets masked, or undefined if it cannot be found once they are masked. */
type MaskedLines = (index: number, source: string) => string | undefined

/**
 * Shows lines of a file with secrets masked. Masks the file as a whole, because a line from the middle of a private key
 * does not look like a secret. Leaves out a line that cannot be found afterwards.
 */
export function excerpts(
  text: string,
  lines: LineIndex,
  mask: (text: string) => string,
): (line: number, span: Span) => Excerpt | undefined {
  let masked: MaskedLines | undefined
  const known = new Map<number, ShownLine>()
  const read = (number: number): ShownLine => {
    masked ??= maskLines(text, mask)
    const start = lines.startOf(number) ?? text.length
    const source = text.slice(start, lineEndAfter(text, start))
    return { start, source, line: masked(number - 1, source) }
  }
  return (number, span) => {
    const shown = known.get(number) ?? read(number)
    known.set(number, shown)
    const { start, source, line } = shown
    if (line === undefined) return undefined
    const within = (offset: number): number => Math.min(Math.max(offset - start, 0), source.length)
    const moved = line === source ? (at: number) => at : mover(source, line)
    return { line, from: moved(within(span.start)), to: moved(within(span.end)) }
  }
}

/** Cached by line number: a hundred findings may be on one line of 10 MB. */
interface ShownLine {
  readonly start: number
  readonly source: string
  readonly line: string | undefined
}

const ENDING = /\r\n|\n|\r/

function maskLines(source: string, mask: (text: string) => string): MaskedLines {
  const masked = mask(source)
  // Common case: nothing was masked, so the file need not be split.
  if (masked === source) return (_, line) => line
  const after = masked.split(ENDING)
  if (after.length === source.split(ENDING).length) return index => after[index]
  const left = new Set(after)
  return (_, line) => (left.has(line) ? line : undefined)
}

/** Maps an offset in a line to the same place in the line after its middle was replaced. */
function mover(before: string, after: string): (at: number) => number {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return at =>
    at >= before.length - tail ? at + after.length - before.length : Math.min(at, after.length - tail)
}
