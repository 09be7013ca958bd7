/**
 * Reads an entry in the protocol's own format with one pattern: a heading, bold lines, bullets, numbered lines, up to
 * the next heading. For the 90,000 lines of a log of 10,000 decisions, the scanner takes 300 ms and makes 500,000
 * objects. The pattern takes 15 ms, and the lists are read on demand.
 *
 * The pattern accepts only lines that cannot start another block, so the blocks equal those of the scanner and of
 * remark: `test/markdown/scan.test.ts` checks all three.
 */
import type { Block, Heading, Item, List, Span } from '../block.ts'
import * as leaf from './leaf.ts'
import type { LineCursor } from './line-cursor.ts'
import type { OpenBlocks } from './open-blocks.ts'
import type { Parts } from './unsure-parts.ts'

/** A block, or an entry whose blocks are made on demand. */
export type Piece = Block | PlainEntry

/** Expands entries into their blocks. */
export function blocksOf(pieces: readonly Piece[]): readonly Block[] {
  const found: Block[] = []
  for (const piece of pieces)
    if (piece.type === 'entry') found.push(piece.heading, ...piece.blocks)
    else found.push(piece)
  return found
}

/**
 * The offsets of an entry's parts: two objects instead of nine blocks, because few of 10,000 entries are ever read.
 */
export class PlainEntry {
  readonly type = 'entry'
  readonly text: string
  /** From the heading to the end of the last line. */
  readonly span: Span
  readonly depth: number
  /** The start of the bold lines below the heading. */
  readonly fields: number
  readonly bullets: number
  readonly numbers: number
  /** The start of the next heading's line. */
  readonly next: number
  #blocks: readonly Block[] | undefined

  constructor(text: string, start: number, next: number, parts: readonly (string | undefined)[]) {
    this.text = text
    this.depth = parts[1]?.length ?? 0
    this.fields = start + this.depth + (parts[2]?.length ?? 0)
    this.bullets = this.fields + (parts[3]?.length ?? 0)
    this.numbers = this.bullets + (parts[4]?.length ?? 0)
    this.span = leaf.tight(text, start, this.numbers + (parts[5]?.length ?? 0))
    this.next = next
  }

  get heading(): Heading {
    return leaf.atxHeading(this.text, this.span.start, this.fields)
  }

  get title(): string {
    const { start, end } = this.heading.text
    return this.text.slice(start, end)
  }

  /** The blocks below the heading: a paragraph and two lists. */
  get blocks(): readonly Block[] {
    const { text, span, fields, bullets, numbers } = this
    this.#blocks ??= [
      leaf.paragraph(text, fields, bullets, 0),
      new PlainList(text, leaf.tight(text, bullets, numbers), false),
      new PlainList(text, { start: numbers, end: span.end }, true),
    ]
    return this.#blocks
  }
}

/** A list of one-line items. Bold lines may follow the last item (lazy continuation, CommonMark 5.2). */
class PlainList implements List {
  readonly type = 'list'
  readonly plain = true
  readonly span: Span
  readonly ordered: boolean
  readonly #text: string
  #items: readonly Item[] | undefined

  constructor(text: string, span: Span, ordered: boolean) {
    this.#text = text
    this.span = span
    this.ordered = ordered
  }

  get items(): readonly Item[] {
    this.#items ??= readItems(this.#text, this.span)
    return this.#items
  }
}

const LETTER = String.raw`[A-Za-z\x80-\uffff]`
const REST = String.raw`[^\r\n]*\r?\n`
/** Two asterisks and a letter cannot start a bullet, a thematic break or an underline. */
const BOLD = String.raw`\*\*${LETTER}${REST}`
/** The text of an item that is only a paragraph. Two backticks could open a fence, and a number a nested list. */
const ITEM = String.raw`(?:${LETTER}|\*\*${LETTER}|\`(?!\`)|(?!\d{1,9}[.)]\s)\d)${REST}`
/** Limits a run, since each line takes space on the regex stack. Longer runs are read line by line. */
const BOUNDED = '{1,500}'

/**
 * The whole entry up to the next heading; no two kinds of line start alike. On a long text, a pattern runs compiled
 * from the first call; a loop over 90,000 lines takes three times as long until V8 has compiled it.
 */
const ENTRY = new RegExp(
  String.raw`(#{1,6})((?![^ \t\r\n])${REST})((?:${BOLD})${BOUNDED})` +
    // Only a list that starts with 1 can interrupt the paragraph of the last bullet (CommonMark 5.3).
    String.raw`((?:- ${ITEM})${BOUNDED}(?:${BOLD}){0,500})(1\. ${ITEM}(?:\d\d?\. ${ITEM}){0,98}(?:${BOLD}){0,500})` +
    String.raw`(?:\r?\n){0,500}(?=#{1,6}(?![^ \t\r\n]))`,
  'y',
)

/** Reads the entry whose heading line starts at `start`; undefined when any of its lines is unusual. */
function plainEntry(text: string, start: number): PlainEntry | undefined {
  ENTRY.lastIndex = start
  const match = ENTRY.exec(text)
  return match === null ? undefined : new PlainEntry(text, start, ENTRY.lastIndex, match)
}

/** Returns the end of a line in a text with LF or CRLF line endings. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  if (feed < 0) return text.length
  return feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed
}

/** Returns the position after the line at `from` and the bold lines that follow it. */
function itemEnd(text: string, from: number): number {
  let at = leaf.nextLineStart(text, lineEnd(text, from))
  while (text.startsWith('**', at)) at = leaf.nextLineStart(text, lineEnd(text, at))
  return at
}

function readItems(text: string, { start, end }: Span): Item[] {
  const items: Item[] = []
  for (let from = start; from < end; ) {
    const to = itemEnd(text, from)
    const marker = { start: from, end: text.indexOf(' ', from) }
    items.push(leaf.item(marker, undefined, [leaf.paragraph(text, marker.end, Math.min(to, end), 0)]))
    from = to
  }
  return items
}

/** Reads a whole entry in the protocol's own format, if the line starts one. */
export function readEntry(open: OpenBlocks, line: LineCursor, parts: Parts): boolean {
  if (line.text.charCodeAt(line.start) !== 35) return false
  // The line belongs to open code or HTML at document level.
  const before = open.leaf?.kind
  if (open.depth === 0 && before !== undefined && before !== 'paragraph' && before !== 'table') return false
  const entry = plainEntry(line.text, line.start)
  if (entry === undefined) return false
  open.closeTo(0)
  parts.end(line.start, leaf.tight(line.text, line.start, line.end).end)
  open.pieces.push(entry)
  line.seek(entry.next)
  return true
}
