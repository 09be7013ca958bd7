import type { Span } from '../../document/block.ts'

/** A line of the source that may be printed, and where in it the place is: UTF-16 units from 0. */
export interface Excerpt {
  readonly line: string
  readonly from: number
  readonly to: number
}

interface Lines {
  readonly text: readonly string[]
  readonly starts: readonly number[]
  /** The line with its secrets masked; undefined when nobody can say what became of it. */
  readonly masked: (index: number) => string | undefined
}

/**
 * Lines of a text without its secrets. The text is masked as a whole, because a line from the middle of a private
 * key does not look like a secret; a line that is not found again afterwards is not shown.
 */
export function excerpts(
  text: string,
  mask: (text: string) => string,
): (line: number, span: Span) => Excerpt | undefined {
  let lines: Lines | undefined
  const shown = new Map<number, string | undefined>()
  return (number, span) => {
    lines ??= readLines(text, mask)
    const index = number - 1
    const source = lines.text[index] ?? ''
    if (!shown.has(index)) shown.set(index, lines.masked(index))
    const line = shown.get(index)
    if (line === undefined) return undefined
    const start = lines.starts[index] ?? 0
    const within = (offset: number): number => Math.min(Math.max(offset - start, 0), source.length)
    const moved = line === source ? (at: number) => at : mover(source, line)
    return { line, from: moved(within(span.start)), to: moved(within(span.end)) }
  }
}

const ENDING = /\r\n|\n|\r/

function readLines(source: string, mask: (text: string) => string): Lines {
  const text = source.split(ENDING)
  const starts = [0]
  for (const match of source.matchAll(new RegExp(ENDING, 'g'))) starts.push(match.index + match[0].length)
  const masked = mask(source)
  if (masked === source) return { text, starts, masked: index => text[index] ?? '' }
  const after = masked.split(ENDING)
  if (after.length === text.length) return { text, starts, masked: index => after[index] }
  const left = new Set(after)
  return { text, starts, masked: index => (left.has(text[index] ?? '') ? text[index] : undefined) }
}

/** Where an offset has gone when the middle of a line was replaced. */
function mover(before: string, after: string): (at: number) => number {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return at => {
    if (at <= head) return at
    if (at >= before.length - tail) return at + after.length - before.length
    return Math.min(at, after.length - tail)
  }
}
