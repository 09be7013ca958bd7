import type { Block, Span } from './block.ts'

import { type Damage, findDamage } from './damage.ts'
import { type LineIndex, lineIndex } from './line-index.ts'
import { readWithin } from './read-blocks.ts'

/** A Markdown text and its structure. It knows nothing of NOTES.md. */
export interface Document {
  readonly text: string
  readonly blocks: readonly Block[]
  readonly damage: readonly Damage[]
  readonly lines: LineIndex
}

/** `mostUnsure`: how many characters may be left to remark, for readers that have no time to wait. */
export function readDocument(text: string, mostUnsure?: number): Document {
  const { blocks, plainly } = readWithin(text, mostUnsure)
  return { text, blocks, damage: findDamage(text, blocks, plainly), lines: lineIndex(text) }
}

/** What stands at a span. */
export function slice(document: { readonly text: string }, span: Span): string {
  return document.text.slice(span.start, span.end)
}

export type { Span }
