import type { Block, Span } from './block.ts'

import { type Damage, findDamage } from './damage.ts'
import { type LineIndex, lineIndex } from './line-index.ts'
import { blocksOf, type Piece } from './plain-entry.ts'
import { readWithin } from './read-blocks.ts'

/** A Markdown text and its structure. It knows nothing of NOTES.md. */
export interface Document {
  readonly text: string
  readonly blocks: readonly Block[]
  /** The same; entries in the protocol's own shape are whole. */
  readonly pieces: readonly Piece[]
  readonly damage: readonly Damage[]
  readonly lines: LineIndex
}

/** `mostUnsure`: how many characters may be left to remark, for readers that have no time to wait. */
export function readDocument(text: string, mostUnsure?: number): Document {
  const { pieces, plainly } = readWithin(text, mostUnsure)
  let blocks: readonly Block[] | undefined
  return {
    text,
    pieces,
    get blocks() {
      blocks ??= blocksOf(pieces)
      return blocks
    },
    damage: findDamage(text, pieces, plainly),
    lines: lineIndex(text),
  }
}

/** What stands at a span. */
export function slice(document: { readonly text: string }, span: Span): string {
  return document.text.slice(span.start, span.end)
}

export type { Span }
