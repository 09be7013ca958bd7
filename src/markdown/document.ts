import type { Block, Span } from './block.ts'
import { type Damage, findDamage } from './damage.ts'
import { type LineIndex, lineIndex } from './lines.ts'
import { sliceViaRemark, viaRemark } from './remark.ts'
import { blocksOf, type Piece } from './scan/plain-entry.ts'
import { scan } from './scan/scan.ts'
import type { UnsurePart } from './scan/unsure-parts.ts'

/** The text of a Markdown file and its structure. Not specific to NOTES.md. */
export interface Document {
  readonly text: string
  readonly blocks: readonly Block[]
  /** The same blocks, but an entry in the protocol's own format is one piece. */
  readonly pieces: readonly Piece[]
  readonly damage: readonly Damage[]
  readonly lines: LineIndex
}

/** Reads Markdown text. `maxUnsure` limits how many characters remark may parse, for callers that cannot wait. */
export function readDocument(text: string, maxUnsure?: number): Document {
  const { pieces, nested } = readWithin(text, maxUnsure)
  let blocks: readonly Block[] | undefined
  return {
    text,
    pieces,
    get blocks() {
      blocks ??= blocksOf(pieces)
      return blocks
    },
    damage: findDamage(text, pieces, nested),
    lines: lineIndex(text),
  }
}

/** Returns the text of a span. */
export function slice(document: { readonly text: string }, span: Span): string {
  return document.text.slice(span.start, span.end)
}

export type { Span }

/** Blocks and entries, and the first part that is nested too deep for remark. */
interface Reading {
  readonly pieces: readonly Piece[]
  readonly nested?: Span | undefined
}

/**
 * Scans a text, then has remark read the parts that the scan is unsure of. remark takes seconds per megabyte, so it
 * reads at most `maxUnsure` characters, and nothing nested so deeply that it would overflow the stack. The other unsure
 * parts keep the scan's result, which is usually right. Apart from those parts, the result equals that of
 * `viaRemark(text)`; a property test checks this over the CommonMark examples and fuzzed files.
 */
function readWithin(text: string, maxUnsure = Number.POSITIVE_INFINITY): Reading {
  const { pieces, unsure } = scan(text)
  if (unsure.length === 0) return { pieces }
  const result: Piece[] = []
  const nested = unsure.find(({ depth }) => depth > MAX_DEPTH)
  let [from, left] = [0, maxUnsure]
  for (const part of unsure) {
    const length = part.proof - part.start
    if (part.depth > MAX_DEPTH || length > left) continue
    left -= length
    const read = readPart(text, part)
    if (read === undefined)
      return { pieces: text.length > maxUnsure || nested !== undefined ? pieces : viaRemark(text) }
    for (const piece of pieces.slice(from, part.from)) result.push(piece)
    for (const block of read) result.push(block)
    from = part.to
  }
  for (const piece of pieces.slice(from)) result.push(piece)
  return { pieces: result, nested: nested && { start: nested.start, end: nested.end } }
}

/**
 * Hand-written files never nest this deep. At 3,000 levels remark overflows the stack, and its time grows
 * quadratically before that.
 */
const MAX_DEPTH = 100

/**
 * Parses one part with remark. A document-level heading closes everything before it, so a part that starts at such a
 * heading parses the same alone as in place, provided that the heading after the part is real. If remark, given the
 * part and the next heading, does not find that heading at document level, the cut was wrong: the whole text must be
 * parsed.
 */
function readPart(text: string, part: UnsurePart): readonly Block[] | undefined {
  const read = sliceViaRemark(text, part.start, part.proof)
  if (part.end === part.proof) return read
  const heading = read.pop()
  // A setext heading may start further up than the scan saw, inside the part.
  const isProven =
    heading?.type === 'heading' && heading.span.end === part.proof && heading.span.start >= part.end
  return isProven ? read : undefined
}
