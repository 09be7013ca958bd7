/**
 * An entry as the protocol prints it, read in one go: a heading, lines in bold, bullets, numbered lines, and then the
 * next heading. A log of 10,000 decisions is 90,000 lines of nothing else; line by line the scanner takes 300 ms for
 * them and makes 500,000 objects, this way 15 ms, and what is in the lists is read when somebody asks.
 *
 * Only lines that cannot start another block are taken, so that the blocks are those of the scanner, and of remark:
 * `test/document/scan.test.ts` holds all three equal.
 */
import type { Heading, Item, List, Paragraph, Span } from './block.ts'
import * as leaf from './leaf.ts'
import * as starts from './line-starts.ts'

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

/** The entry whose heading is the line from `start` to `headingEnd`; undefined when any line of it is out of the ordinary. */
export function plainEntry(text: string, start: number, headingEnd: number): PlainEntry | undefined {
  const fields = leaf.nextLineStart(text, headingEnd)
  // After a CR alone the next LF may be megabytes away: it is not looked for from each heading.
  if (text.charCodeAt(fields - 1) !== 10 || text.charCodeAt(fields) !== 42) return undefined
  const bullets = passLines(text, fields, isBold)
  if (bullets === fields || starts.atxDepth(text, start, headingEnd) === 0) return undefined
  const behindBullets = passLines(text, bullets, isBullet)
  const numbers = behindBullets === bullets ? bullets : passLines(text, behindBullets, isBold)
  // Another number than 1 does not interrupt the paragraph of the last bullet.
  if (behindBullets === bullets || !text.startsWith('1. ', numbers)) return undefined
  const behindNumbers = passLines(text, numbers, isNumbered)
  if (behindNumbers === numbers) return undefined
  const close = passLines(text, behindNumbers, isBold)
  const end = passLines(text, close, isEmpty)
  if (text.charCodeAt(end) !== 35 || starts.atxDepth(text, end, lineEnd(text, end)) === 0) return undefined
  if (hasLoneCarriage(text, start, end)) return undefined
  const heading = leaf.atxHeading(text, start, headingEnd)
  const blocks = [
    leaf.paragraph(text, fields, bullets, 0),
    new PlainList(text, leaf.tight(text, bullets, numbers), false),
    new PlainList(text, leaf.tight(text, numbers, close), true),
  ]
  return { heading, blocks, end }
}

/** Where the line ends, in a text whose lines end with LF or CRLF. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  if (feed < 0) return text.length
  return feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed
}

/** Past all lines, from the one at `from` on, that are of a kind. */
function passLines(
  text: string,
  from: number,
  isOne: (text: string, at: number, end: number) => boolean,
): number {
  let at = from
  while (at < text.length) {
    const end = lineEnd(text, at)
    if (!isOne(text, at, end)) return at
    at = leaf.nextLineStart(text, end)
  }
  return at
}

const isEmpty = (_: string, at: number, end: number): boolean => at === end

/** Two asterisks and a letter: no bullet, no rule, no underline. */
function isBold(text: string, at: number, end: number): boolean {
  return (
    text.charCodeAt(at) === 42 &&
    text.charCodeAt(at + 1) === 42 &&
    at + 2 < end &&
    isLetter(text.charCodeAt(at + 2))
  )
}

function isBullet(text: string, at: number, end: number): boolean {
  return (
    text.charCodeAt(at) === 45 && text.charCodeAt(at + 1) === 32 && at + 2 < end && isText(text, at + 2, end)
  )
}

function isNumbered(text: string, at: number, end: number): boolean {
  const mark = at + (isDigit(text.charCodeAt(at + 1)) ? 2 : 1)
  return (
    isDigit(text.charCodeAt(at)) &&
    text.charCodeAt(mark) === 46 &&
    text.charCodeAt(mark + 1) === 32 &&
    mark + 2 < end &&
    isText(text, mark + 2, end)
  )
}

/** Whether an item that goes on like this holds a paragraph and nothing else. */
function isText(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at)
  if (isLetter(unit)) return true
  // A code span; two backticks may be the start of a fence.
  if (unit === 96) return text.charCodeAt(at + 1) !== 96
  return isDigit(unit) ? starts.markerLength(text, at, end) === 0 : isBold(text, at, end)
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

const isLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit > 127

/** A CR alone ends a line too (CommonMark 2.2), which the above does not know. */
function hasLoneCarriage(text: string, start: number, end: number): boolean {
  const entry = text.slice(start, end)
  return entry.includes('\r') && LONE_CARRIAGE.test(entry)
}

const LONE_CARRIAGE = /\r(?!\n)/

function readItems(text: string, { start, end }: Span): Item[] {
  const items: Item[] = []
  for (let from = start; from < end; ) {
    const to = passLines(text, leaf.nextLineStart(text, lineEnd(text, from)), isBold)
    const marker = { start: from, end: text.indexOf(' ', from) }
    items.push(leaf.item(marker, undefined, [leaf.paragraph(text, marker.end, Math.min(to, end), 0)]))
    from = to
  }
  return items
}
