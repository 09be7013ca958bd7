import type { Span } from '../document/block.ts'

/** Some parts of a text as a text of their own, and where each place of it stands in the whole. */
export interface Abridged {
  readonly text: string
  /** The span in the whole text. */
  original(span: Span): Span
}

interface Piece {
  /** In the abridged text. */
  readonly at: number
  /** In the whole. */
  readonly from: number
}

/**
 * Puts parts of a text after one another, so that the readers of whole files read only what is needed. Parts start at
 * a line and stand in order. Each reads as it does in its place when it starts with a heading, which ends everything
 * before it, or follows the heading, the table header or the list that it belongs to.
 */
export function abridge(text: string, parts: readonly Span[]): Abridged {
  const pieces: Piece[] = []
  let short = ''
  let last = 0
  // Not asked of `short`, which would be put together anew at each look: 30 s for 60,000 parts.
  let isLineEnd = true
  for (const { start, end } of parts) {
    if (!isLineEnd) short += '\n'
    // Rows have to stay together; between anything else a blank line keeps one from running into the next.
    if (short !== '' && start > last && text.charCodeAt(start) !== 124) short += '\n'
    pieces.push({ at: short.length, from: start })
    short += text.slice(start, end)
    last = end
    isLineEnd = end > start ? text[end - 1] === '\n' : true
  }
  const place = (offset: number): number => {
    const piece = pieces.findLast(({ at }) => at <= offset)
    return piece === undefined ? 0 : piece.from + offset - piece.at
  }
  return {
    text: short,
    original: ({ start, end }) => ({
      start: place(start),
      end: end > start ? place(end - 1) + 1 : place(start),
    }),
  }
}
