import type { Block, Code, Comment } from './block.ts'
import type { Piece } from './plain-entry.ts'

/** Yields every block, parents before children. Iterative, because quotes can be nested 10,000 deep. */
export function* walkBlocks(
  blocks: readonly Block[],
  enters: (block: Block) => boolean = () => true,
): Generator<Block> {
  const open: (readonly Block[])[] = [blocks]
  const at: number[] = [0]
  while (open.length > 0) {
    const depth = open.length - 1
    const block = open[depth]?.[at[depth] ?? 0]
    at[depth] = (at[depth] ?? 0) + 1
    if (block === undefined) {
      open.pop()
      at.pop()
      continue
    }
    yield block
    const inside = enters(block) ? insideOf(block) : []
    if (inside.length > 0) {
      open.push(inside)
      at.push(0)
    }
  }
}

/** Returns all code and comments at any depth, in order. Plain lists and entries have none. */
export function codeAndComments(blocks: readonly Piece[]): (Code | Comment)[] {
  const found: (Code | Comment)[] = []
  for (const block of blocks) {
    if (block.type === 'code' || block.type === 'comment') found.push(block)
    else if (mayHold(block))
      for (const inner of walkBlocks([block]))
        if (inner.type === 'code' || inner.type === 'comment') found.push(inner)
  }
  return found
}

const mayHold = (block: Piece): block is Block =>
  block.type === 'quote' || block.type === 'footnote' || (block.type === 'list' && block.plain !== true)

function insideOf(block: Block): readonly Block[] {
  if (block.type === 'list') return block.items.flatMap(({ blocks }) => blocks)
  return block.type === 'quote' || block.type === 'footnote' ? block.blocks : []
}
