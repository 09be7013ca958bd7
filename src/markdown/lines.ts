import type { Span } from './block.ts'

/** A range of lines: 1-based, both ends included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

export interface LineIndex {
  readonly count: number
  /** The number of the line that holds an offset. */
  lineAt(offset: number): number
  /** Line and column, both 1-based; columns count UTF-16 units. */
  place(offset: number): { line: number; column: number }
  range(span: Span): LineRange
  /** The offset at which a line starts, or undefined when there is no such line. */
  startOf(line: number): number | undefined
}

/** Line numbers of a text, indexed on first use: most callers never need them. */
export function lineIndex(text: string): LineIndex {
  let cached: readonly number[] | undefined
  const starts = (): readonly number[] => {
    cached ??= lineStarts(text)
    return cached
  }
  const lineAt = (offset: number): number => lineFrom(starts(), offset)
  return {
    get count() {
      return starts().length
    },
    lineAt,
    place: offset => {
      const line = lineAt(offset)
      return { line, column: offset - (starts()[line - 1] ?? 0) + 1 }
    },
    startOf: line => starts()[line - 1],
    range: span => ({ from: lineAt(span.start), to: lineAt(Math.max(span.start, span.end - 1)) }),
  }
}

/** Returns the number of the line that holds an offset, given the line starts. */
export function lineFrom(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

export function lineStarts(text: string): readonly number[] {
  const found = [0]
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found.push(at + 1)
  } else for (const match of text.matchAll(/\r\n|\n|\r/g)) found.push(match.index + match[0].length)
  if (found.length > 1 && found.at(-1) === text.length) found.pop()
  return found
}
