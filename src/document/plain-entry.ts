/**
 * An entry as the protocol prints it, read in one go: a heading, lines in bold, bullets, numbered lines, and then the
 * next heading. A log of 10,000 decisions is 90,000 lines of nothing else; line by line the scanner takes 300 ms for
 * them and makes 500,000 objects, this way 15 ms, and what is in the lists is read when somebody asks.
 *
 * Only lines that cannot start another block are taken, so that the blocks are those of the scanner, and of remark:
 * `test/document/scan.test.ts` holds all three equal.
 */
import type { Block, Heading, Item, List, Span } from './block.ts'
import * as leaf from './leaf.ts'

/** A block, or an entry whose blocks are made when somebody asks. */
export type Piece = Block | PlainEntry

/** The blocks that stand in a text. */
export function blocksOf(pieces: readonly Piece[]): readonly Block[] {
  const found: Block[] = []
  for (const piece of pieces)
    if (piece.type === 'entry') found.push(piece.heading, ...piece.blocks)
    else found.push(piece)
  return found
}

/** Where its parts start. Of 10,000 entries, few are looked at: two objects for each, where its blocks are nine. */
export class PlainEntry {
  readonly type = 'entry'
  readonly text: string
  /** From the heading to the end of the last line. */
  readonly span: Span
  readonly depth: number
  /** The lines in bold below the heading. */
  readonly fields: number
  readonly bullets: number
  readonly numbers: number
  /** Where the line of the next heading starts. */
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

  /** Below the heading: a paragraph and two lists. */
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

/** Items of one line each, the last one with lines in bold behind it (lazy continuation, CommonMark 5.2). */
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
/** Two asterisks and a letter: no bullet, no rule, no underline. */
const BOLD = String.raw`\*\*${LETTER}${REST}`
/** What makes an item a paragraph and nothing else. Two backticks may be the start of a fence, a number that of a list. */
const ITEM = String.raw`(?:${LETTER}|\*\*${LETTER}|\`(?!\`)|(?!\d{1,9}[.)]\s)\d)${REST}`
/** Bounded, since each line takes room on the stack of the pattern: what is longer is read line by line. */
const FEW = '{1,500}'

/**
 * The whole entry up to the next heading, each line of a kind that no other kind starts like. A pattern runs in compiled
 * code from the second time on: a loop of ours over 90,000 lines takes three times as long before V8 has compiled it.
 */
const ENTRY = new RegExp(
  String.raw`(#{1,6})((?![^ \t\r\n])${REST})((?:${BOLD})${FEW})` +
    // Another number than 1 does not interrupt the paragraph of the last bullet.
    String.raw`((?:- ${ITEM})${FEW}(?:${BOLD}){0,500})(1\. ${ITEM}(?:\d\d?\. ${ITEM}){0,98}(?:${BOLD}){0,500})` +
    String.raw`(?:\r?\n){0,500}(?=#{1,6}(?![^ \t\r\n]))`,
  'y',
)

/** The entry whose heading is the line that starts there; undefined when any line of it is out of the ordinary. */
export function plainEntry(text: string, start: number): PlainEntry | undefined {
  ENTRY.lastIndex = start
  const match = ENTRY.exec(text)
  return match === null ? undefined : new PlainEntry(text, start, ENTRY.lastIndex, match)
}

/** Where the line ends, in a text whose lines end with LF or CRLF. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  if (feed < 0) return text.length
  return feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed
}

/** Past the line at `from`, and all behind it that are in bold. */
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
