import type { Block, Span } from './block.ts'

import { type Damage, findDamage } from './damage.ts'
import { type LineIndex, lineIndex } from './line-index.ts'
import { blocksOf, type Piece } from './plain-entry.ts'
import { readWithin } from './read-blocks.ts'

/** A Markdown text and its structure, independent of NOTES.md. */
export interface Document {
  readonly text: string
  readonly blocks: readonly Block[]
  /** The same blocks, but an entry in the protocol's own format is one piece. */
  readonly pieces: readonly Piece[]
  readonly damage: readonly Damage[]
  readonly lines: LineIndex
}

/** Reads a text. `maxUnsure` limits how many characters remark may parse, for callers that cannot wait. */
export function readDocument(text: string, maxUnsure?: number): Document {
  const { pieces, guessed } = readWithin(text, maxUnsure)
  let blocks: readonly Block[] | undefined
  return {
    text,
    pieces,
    get blocks() {
      blocks ??= blocksOf(pieces)
      return blocks
    },
    damage: findDamage(text, pieces, guessed),
    lines: lineIndex(text),
  }
}

/** Returns the text of a span. */
export function slice(document: { readonly text: string }, span: Span): string {
  return document.text.slice(span.start, span.end)
}

export type { Span }
