import type { Block } from './block.ts'
import { blocksOf, type Piece } from './plain-entry.ts'
import { scan } from './scan.ts'
import type { UnsurePart } from './unsure-parts.ts'
import { sliceViaRemark, viaRemark } from './via-remark.ts'

/** The blocks of a text, all of them made. */
export const readBlocks = (text: string): readonly Block[] => blocksOf(readPieces(text))

/**
 * The blocks of a text: scanned, and read by remark where the scan is unsure. Always equal to
 * `viaRemark(text)`; a property test holds that over the CommonMark examples and fuzzed files.
 */
export function readPieces(text: string): readonly Piece[] {
  const { pieces, unsure } = scan(text)
  if (unsure.length === 0) return pieces
  const result: Piece[] = []
  let from = 0
  for (const part of unsure) {
    const read = readPart(text, part)
    if (read === undefined) return viaRemark(text)
    for (const piece of pieces.slice(from, part.from)) result.push(piece)
    for (const block of read) result.push(block)
    from = part.to
  }
  for (const piece of pieces.slice(from)) result.push(piece)
  return result
}

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
