import type { Document } from '../document/document.ts'
import type { Edit } from '../document/edit.ts'

/** A document before some edits, with the lines on which everything stands after them. */
export function movedLines(document: Document, edits: readonly Edit[]): Document {
  const { text, lines } = document
  const moves = edits.map(({ span, text: written }) => ({
    end: span.end,
    by: count(written) - count(text.slice(span.start, span.end)),
  }))
  const by = (offset: number): number =>
    moves.reduce((sum, move) => (move.end <= offset ? sum + move.by : sum), 0)
  return {
    ...document,
    lines: {
      count: lines.count + by(text.length),
      lineAt: offset => lines.lineAt(offset) + by(offset),
      place: offset => ({ ...lines.place(offset), line: lines.place(offset).line + by(offset) }),
      range: span => {
        const { from, to } = lines.range(span)
        return { from: from + by(span.start), to: to + by(span.start) }
      },
      // Lines after the edits do not start anywhere in this text.
      startOf: () => undefined,
    },
  }
}

const count = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0
