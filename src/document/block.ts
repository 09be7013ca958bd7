import type { Span } from '../error.ts'

export type { Span }

/**
 * The block structure of a Markdown text. Spans are offsets into the text as it is on disk, byte order mark included.
 * Read values with `text.slice(span.start, span.end)`: the values of a syntax tree lose characters (`__tests__` reads
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
  /** Set when the list is known to hold only paragraphs, without reading its items. */
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
