import type { Span } from '../error.ts'

export type { Span }

/**
 * The structure of a Markdown text, and nothing else. Every span points into the text as it is on disk
 * (byte order mark included); values are always `text.slice(span.start, span.end)`, because a tree's own
 * values lose characters: `__tests__` reads back as `tests`.
 *
 * Spans are tight: no white space or line ending at either side. A container ends where its last child ends.
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
  /** Without the number signs or the underline. */
  readonly text: Span
  readonly setext: boolean
}

export interface Paragraph {
  readonly type: 'paragraph'
  readonly span: Span
  /** One span a line, without indentation and block quote markers. */
  readonly lines: readonly Span[]
}

export interface List {
  readonly type: 'list'
  readonly span: Span
  readonly ordered: boolean
  readonly items: readonly Item[]
  /** Known to hold nothing but paragraphs, without its items being looked at. */
  readonly plain?: true
}

export interface Item {
  readonly span: Span
  /** `-`, `*`, `+`, `1.` or `1)`. */
  readonly marker: Span
  /** `[ ]` or `[x]`, when the item is a task. */
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
  /** As many as the row has in the source, fewer or more than the header. An empty cell has an empty span. */
  readonly cells: readonly Span[]
}

export interface Code {
  readonly type: 'code'
  readonly span: Span
  readonly fenced: boolean
  /** A fence that runs to the end of its container swallows what follows: reported, never edited. */
  readonly closed: boolean
}

export interface Html {
  readonly type: 'html'
  readonly span: Span
}

/** An HTML block that is comments only. */
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
