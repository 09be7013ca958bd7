import type { Span } from '../error.ts'
import type { Piece } from './scan/plain-entry.ts'

export type { Span }

/**
 * The block structure of Markdown text. Spans are offsets into the text as it is on disk, byte order mark included.
 * Read values with `text.slice(span.start, span.end)`: the values in a syntax tree lose characters (`__tests__` reads
 * back as `tests`).
 *
 * Spans are tight: they neither start nor end with white space or a line ending. A container ends where its last
 * child ends.
 */
export type Block =
  | Heading
  | Paragraph
  | List
  | Table
  | Code
  | Html
  | Comment
  | Quote
  | Rule
  | Definition
  | Footnote
  | FrontMatter

export interface Heading {
  readonly type: 'heading'
  readonly span: Span
  readonly depth: number
  /** Without the `#` characters or the underline. */
  readonly text: Span
  readonly setext: boolean
}

export interface Paragraph {
  readonly type: 'paragraph'
  readonly span: Span
  /** One span per line, without indentation and block quote markers. */
  readonly lines: readonly Span[]
}

export interface List {
  readonly type: 'list'
  readonly span: Span
  readonly ordered: boolean
  readonly items: readonly Item[]
  /** Set when the items are known to contain only paragraphs, so they need not be read. */
  readonly plain?: true
}

export interface Item {
  readonly span: Span
  /** `-`, `*`, `+`, `1.` or `1)`. */
  readonly marker: Span
  /** The checkbox of a task list item. */
  readonly task?: Task
  readonly blocks: readonly Block[]
}

export interface Task {
  readonly span: Span
  readonly done: boolean
}

export interface Table {
  readonly type: 'table'
  readonly span: Span
  readonly header: Row
  readonly delimiter: Span
  readonly rows: readonly Row[]
}

export interface Row {
  readonly span: Span
  /** The cells in the source; there may be fewer or more than in the header. An empty cell has an empty span. */
  readonly cells: readonly Span[]
}

export interface Code {
  readonly type: 'code'
  readonly span: Span
  readonly fenced: boolean
  /** False for a fence that runs to the end of its container and swallows what follows: reported, never edited. */
  readonly closed: boolean
}

export interface Html {
  readonly type: 'html'
  readonly span: Span
}

/** An HTML block that consists only of comments. */
export interface Comment {
  readonly type: 'comment'
  readonly span: Span
  readonly closed: boolean
}

export interface Quote {
  readonly type: 'quote'
  readonly span: Span
  readonly blocks: readonly Block[]
}

export interface Rule {
  readonly type: 'rule'
  readonly span: Span
}

export interface Definition {
  readonly type: 'definition'
  readonly span: Span
}

export interface Footnote {
  readonly type: 'footnote'
  readonly span: Span
  readonly blocks: readonly Block[]
}

export interface FrontMatter {
  readonly type: 'front-matter'
  readonly span: Span
}

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

/** Returns the span from the start of the first of these spans to the end of the last. */
export function around(spans: readonly Span[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const span of spans) {
    start = Math.min(start, span.start)
    end = Math.max(end, span.end)
  }
  return { start, end }
}
