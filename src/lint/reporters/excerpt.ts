import type { Span } from '../../document/block.ts'
import { lineEndAfter } from '../../document/leaf.ts'
import type { LineIndex } from '../../document/line-index.ts'

/** A line of the source that may be printed, and where in it the place is: UTF-16 units from 0. */
export interface Excerpt {
  readonly line: string
  readonly from: number
  readonly to: number
}

/** The line with its secrets masked; undefined when nobody can say what became of it. */
type MaskedLines = (index: number, source: string) => string | undefined

/**
 * Lines of a text without its secrets. The text is masked as a whole, because a line from the middle of a private
 * key does not look like a secret; a line that is not found again afterwards is not shown.
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

/** Each line is looked up once: a hundred findings may stand on one of ten megabytes. */
interface ShownLine {
  readonly start: number
  readonly source: string
  readonly line: string | undefined
}

const ENDING = /\r\n|\n|\r/

function maskLines(source: string, mask: (text: string) => string): MaskedLines {
  const masked = mask(source)
  // Nearly always: then the file is not split to show a line of it.
  if (masked === source) return (_, line) => line
  const after = masked.split(ENDING)
  if (after.length === source.split(ENDING).length) return index => after[index]
  const left = new Set(after)
  return (_, line) => (left.has(line) ? line : undefined)
}

/** Where an offset has gone when the middle of a line was replaced. */
function mover(before: string, after: string): (at: number) => number {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return at =>
    at >= before.length - tail ? at + after.length - before.length : Math.min(at, after.length - tail)
}
