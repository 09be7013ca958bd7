import type { Block, Heading, Item, Row, Span, Task } from '../block.ts'
import * as leaf from './leaf.ts'
import type { LineCursor } from './line-cursor.ts'
import type { Fence } from './line-starts.ts'
import type { Piece } from './plain-entry.ts'

/** The leaf block that the next line may continue. */
export type OpenLeaf =
  | {
      readonly kind: 'paragraph'
      readonly start: number
      readonly lineStart: number
      end: number
      lines: number
    }
  | { readonly kind: 'fence'; readonly start: number; readonly fence: Fence; end: number }
  | { readonly kind: 'indented'; readonly start: number; end: number }
  | { readonly kind: 'html'; readonly start: number; readonly html: number; end: number }
  | { readonly kind: 'table'; readonly header: Row; readonly delimiter: Span; readonly rows: Row[] }

export interface Container {
  readonly kind: 'document' | 'quote' | 'item' | 'footnote'
  /** The indentation, in columns, that a line needs to stay inside an item or a footnote. */
  readonly indent: number
  readonly marker: Span
  readonly blocks: Block[]
  /** The list at the end of this container, while more items may join it. */
  list: OpenList | undefined
}

interface OpenList {
  readonly block: { type: 'list'; span: Span; ordered: boolean; items: Item[] }
  readonly delimiter: string
}

/** The containers and the leaf that are open during a scan. */
export class OpenBlocks {
  readonly text: string
  /** The blocks at document level. */
  readonly pieces: Piece[]
  readonly stack: Container[]
  leaf: OpenLeaf | undefined
  /** The number of block quotes among the open containers. */
  quotes = 0
  /** The maximum depth since it was last reset. */
  maxDepth = 0
  /** Set when the current part contains something that only remark can decide. */
  doubt = false

  constructor(text: string) {
    this.text = text
    const document = container('document', 0, { start: 0, end: 0 })
    this.pieces = document.blocks
    this.stack = [document]
  }

  get top(): Container {
    return this.stack[this.stack.length - 1] ?? container('document', 0, { start: 0, end: 0 })
  }

  /** The number of open containers inside the document. */
  get depth(): number {
    return this.stack.length - 1
  }

  push(block: Block): void {
    this.top.blocks.push(block)
  }

  openQuote(at: number): void {
    this.#enter(container('quote', 0, { start: at, end: at + 1 }))
    this.quotes++
  }

  openFootnote(start: number, end: number): void {
    this.#enter(container('footnote', 4, { start, end }))
  }

  #enter(opened: Container): void {
    this.stack.push(opened)
    if (this.depth > this.maxDepth) this.maxDepth = this.depth
  }

  openItem(marker: Span, indent: number): void {
    const parent = this.top
    const delimiter = this.text.charAt(marker.end - 1)
    if (
      parent.list === undefined ||
      parent.list.delimiter !== delimiter ||
      parent.blocks.at(-1) !== parent.list.block
    ) {
      const ordered = marker.end - marker.start > 1
      parent.list = { block: { type: 'list', span: marker, ordered, items: [] }, delimiter }
      parent.blocks.push(parent.list.block)
    }
    this.#enter(container('item', indent, marker))
  }

  /** Closes the leaf, then all containers deeper than `depth`. */
  closeTo(depth: number): void {
    this.closeLeaf()
    while (this.depth > depth) this.#closeContainer()
  }

  #closeContainer(): void {
    const closed = this.stack.pop()
    if (closed === undefined) return
    const { kind, marker, blocks } = closed
    const span = { start: marker.start, end: blocks.at(-1)?.span.end ?? marker.end }
    if (kind === 'quote') {
      this.quotes--
      this.push({ type: 'quote', span, blocks })
    } else if (kind === 'footnote') {
      this.push({ type: 'footnote', span, blocks })
    } else if (kind === 'item') {
      this.#closeItem(marker, blocks)
    }
  }

  #closeItem(marker: Span, blocks: Block[]): void {
    const list = this.top.list?.block
    if (list === undefined) return
    const [task, first] = this.#splitTask(blocks[0])
    if (first !== undefined) blocks[0] = first
    const closed = leaf.item(marker, task, blocks)
    list.items.push(closed)
    list.span = { start: list.span.start, end: closed.span.end }
  }

  #splitTask(first: Block | undefined): [Task | undefined, Block | undefined] {
    if (first?.type === 'heading' && this.text[first.span.start] === '[') this.doubt = true
    if (first?.type !== 'paragraph' || this.text[first.span.start] !== '[') return [undefined, first]
    const { start, end } = first.span
    const after = this.text.charCodeAt(start + 3)
    // A `[ ]` without text after it is not a task.
    if (end <= start + 3) return [undefined, first]
    if (leaf.isLineEnd(after) || leaf.isLineEnd(this.text.charCodeAt(start + 1))) this.doubt = true
    const task = leaf.taskAt(this.text, start)
    if (task === undefined) return [undefined, first]
    return [task, leaf.paragraph(this.text, start + 3, end, this.quotes)]
  }

  closeLeaf(): void {
    const open = this.leaf
    if (open === undefined) return
    this.leaf = undefined
    const { text, quotes } = this
    switch (open.kind) {
      case 'paragraph':
        this.#doubtDefinition(open.start, open.end)
        this.push(leaf.paragraph(text, open.start, open.end, quotes))
        break
      case 'fence': {
        const code = leaf.fencedCode(text, open.start, open.end, quotes)
        if (!code.closed && quotes > 0) this.doubt = true
        this.push(code)
        break
      }
      case 'indented':
        this.push(leaf.indentedCode(text, open.start, open.end))
        break
      case 'html':
        this.push(leaf.html(text, open.start, open.end))
        break
      case 'table':
        this.push(leaf.table(open.header, open.delimiter, open.rows))
        break
    }
  }

  /** Ends the open paragraph as a setext heading whose underline ends at `end`. */
  closeSetext(end: number): Heading | undefined {
    if (this.leaf?.kind !== 'paragraph') return undefined
    const { start, end: textEnd } = this.leaf
    this.leaf = undefined
    this.#doubtDefinition(start, textEnd)
    return leaf.setextHeading(this.text, start, end)
  }

  /** A paragraph may start with link definitions, which need inline parsing. */
  #doubtDefinition(start: number, end: number): void {
    if (this.text.charCodeAt(start) !== 91) return
    // Searches only the paragraph: otherwise each of 40,000 tasks would search the rest of the file.
    if (this.text.slice(start, end + 1).includes(']:')) this.doubt = true
  }
}

function container(kind: Container['kind'], indent: number, marker: Span): Container {
  return { kind, indent, marker, blocks: [], list: undefined }
}

/** Counts the open containers that a line continues (CommonMark, appendix: phase 1). */
export function matchContainers(open: OpenBlocks, line: LineCursor): number {
  const { stack, depth } = open
  let isMeasured = false
  for (let level = 1; level <= depth; level++) {
    const container = stack[level]
    if (container === undefined) return level - 1
    if (!isMeasured) line.measure()
    isMeasured = true
    if (line.tab) open.doubt = true
    if (container.kind === 'quote') {
      if (line.blank || line.indent > 3 || line.unit !== 62) return level - 1
      passQuoteMarker(open, line)
      isMeasured = false
    } else if (line.blank) {
      // An item that starts with an empty line ends at the second one (CommonMark 5.2).
      const empty = container.kind === 'item' && level === depth && container.blocks.length === 0
      if (empty && open.leaf === undefined) {
        open.doubt = true // micromark may still continue the item
        return level - 1
      }
    } else if (line.indent >= container.indent) {
      line.enter(container.indent)
      isMeasured = !line.tab
    } else {
      return level - 1
    }
  }
  return depth
}

export function passQuoteMarker(open: OpenBlocks, line: LineCursor): void {
  line.passQuoteMarker()
  if (line.text.charCodeAt(line.at) === 9) open.doubt = true
}
