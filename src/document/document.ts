import type { Block, Span } from './block.ts'

import { type Damage, findDamage } from './damage.ts'
import { type LineIndex, lineIndex } from './line-index.ts'
import { readBlocks } from './read-blocks.ts'

/** A Markdown text and its structure. It knows nothing of NOTES.md. */
export interface Document {
  readonly text: string
  readonly blocks: readonly Block[]
  readonly damage: readonly Damage[]
  readonly lines: LineIndex
}

export function readDocument(text: string): Document {
  const blocks = readBlocks(text)
  return { text, blocks, damage: findDamage(text, blocks), lines: lineIndex(text) }
}

/** What stands at a span. */
export function slice(document: { readonly text: string }, span: Span): string {
  return document.text.slice(span.start, span.end)
}

export type { Span }
