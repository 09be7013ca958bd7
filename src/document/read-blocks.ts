import type { Block, Span } from './block.ts'
import { blocksOf, type Piece } from './plain-entry.ts'
import { scan } from './scan.ts'
import type { UnsurePart } from './unsure-parts.ts'
import { sliceViaRemark, viaRemark } from './via-remark.ts'

/** Blocks and whole entries, and the first place that only remark knows and that was not left to it. */
export interface Reading {
  readonly pieces: readonly Piece[]
  readonly plainly?: Span
}

/**
 * The blocks of a text, all of them made: scanned, and read by remark where the scan is unsure. Equal to
 * `viaRemark(text)` where nothing is in more than a hundred containers; a property test holds that over the CommonMark
 * examples and fuzzed files.
 */
export const readBlocks = (text: string): readonly Block[] => blocksOf(readWithin(text).pieces)

/**
 * The same in bounded time: no more than `most` characters are left to remark, which needs seconds for a megabyte, and
 * nothing that is so deep that it would run out of stack. What the scan says is kept there; mostly it is right.
 */
export function readWithin(text: string, most = Number.POSITIVE_INFINITY): Reading {
  const { pieces, unsure } = scan(text)
  if (unsure.length === 0) return { pieces }
  const result: Piece[] = []
  let plainly: Span | undefined
  let [from, left] = [0, most]
  for (const part of unsure) {
    const { start, end } = part
    const length = part.proof - start
    if (part.depth > DEEPEST || length > left) {
      plainly ??= { start, end }
      continue
    }
    left -= length
    const read = readPart(text, part)
    if (read === undefined) {
      const isOpen = text.length > most || unsure.some(({ depth }) => depth > DEEPEST)
      return isOpen ? { pieces, plainly: { start, end } } : { pieces: viaRemark(text) }
    }
    for (const piece of pieces.slice(from, part.from)) result.push(piece)
    for (const block of read) result.push(block)
    from = part.to
  }
  for (const piece of pieces.slice(from)) result.push(piece)
  return { pieces: result, ...(plainly === undefined ? {} : { plainly }) }
}

/** Nobody writes such; at 3,000 remark's stack is full, and before that its time grows by the square. */
const DEEPEST = 100

/**
 * A document-level heading closes everything before it, so a part that starts at one parses alone as it does
 * in its place, provided that the heading after it is one: when remark, given both, does not see that heading
 * at document level, the part was cut wrongly and only the whole text will do.
 */
function readPart(text: string, part: UnsurePart): readonly Block[] | undefined {
  const read = sliceViaRemark(text, part.start, part.proof)
  if (part.end === part.proof) return read
  const heading = read.pop()
  // An underlined one may reach further up than the scan saw: then the part ends inside of it.
  const isProven =
    heading?.type === 'heading' && heading.span.end === part.proof && heading.span.start >= part.end
  return isProven ? read : undefined
}
