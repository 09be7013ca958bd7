/**
 * An entry as the protocol prints it, read in one go: a heading, lines in bold, bullets, numbered lines, and then the
 * next heading. A log of 10,000 decisions is 90,000 lines of nothing else; line by line the scanner takes 300 ms for
 * them and makes 500,000 objects, this way 15 ms, and what is in the lists is read when somebody asks.
 *
 * Only lines that cannot start another block are taken, so that the blocks are those of the scanner, and of remark:
 * `test/document/scan.test.ts` holds all three equal.
 */
import type { Block, Heading, Item, List, Paragraph, Span } from './block.ts'
import * as leaf from './leaf.ts'

export interface PlainEntry {
  readonly heading: Heading
  /** Below it: a paragraph and two lists. */
  readonly blocks: readonly (Paragraph | PlainList)[]
  /** Where the line of the next heading starts. */
  readonly end: number
}

/** Items of one line each, the last one with lines in bold behind it (lazy continuation, CommonMark 5.2). */
export class PlainList implements List {
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

/** Whether blocks between two headings are those of such an entry. */
export const isPlainEntry = (blocks: readonly Block[]): boolean =>
  blocks.length === 3 && isPlainList(blocks[1]) && isPlainList(blocks[2])

const isPlainList = (block: Block | undefined): boolean => block?.type === 'list' && block.plain === true

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
  String.raw`(#{1,6}(?![^ \t\r\n])${REST})((?:${BOLD})${FEW})` +
    // Another number than 1 does not interrupt the paragraph of the last bullet.
    String.raw`((?:- ${ITEM})${FEW}(?:${BOLD}){0,500})(1\. ${ITEM}(?:\d\d?\. ${ITEM}){0,98}(?:${BOLD}){0,500})` +
    String.raw`(?:\r?\n){0,500}(?=#{1,6}(?![^ \t\r\n]))`,
  'y',
)

/** The entry whose heading is the line that starts there; undefined when any line of it is out of the ordinary. */
export function plainEntry(text: string, start: number): PlainEntry | undefined {
  ENTRY.lastIndex = start
  const match = ENTRY.exec(text)
  if (match === null) return undefined
  const fields = start + (match[1]?.length ?? 0)
  const bullets = fields + (match[2]?.length ?? 0)
  const numbers = bullets + (match[3]?.length ?? 0)
  const close = numbers + (match[4]?.length ?? 0)
  const blocks = [
    leaf.paragraph(text, fields, bullets, 0),
    new PlainList(text, leaf.tight(text, bullets, numbers), false),
    new PlainList(text, leaf.tight(text, numbers, close), true),
  ]
  return { heading: leaf.atxHeading(text, start, fields), blocks, end: ENTRY.lastIndex }
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
