/**
 * Scans the block structure of CommonMark with GFM tables, tasks and footnotes, line by line and without inline
 * parsing: about a hundred times as fast as remark. Where micromark departs from the specification, or only inline
 * parsing can tell, the part is marked unsure and remark decides (see `markdown/document.ts`).
 */
import type { Heading } from '../block.ts'
import { frontMatterEnd } from './front-matter.ts'
import * as leaf from './leaf.ts'
import { LineCursor } from './line-cursor.ts'
import * as starts from './line-starts.ts'
import { matchContainers, OpenBlocks, passQuoteMarker } from './open-blocks.ts'
import { type Piece, readEntry } from './plain-entry.ts'
import { Parts, type UnsurePart } from './unsure-parts.ts'

export interface Scan {
  readonly pieces: readonly Piece[]
  /** Parts, from heading to heading, that only remark can decide. When empty, `pieces` equal what remark finds. */
  readonly unsure: readonly UnsurePart[]
}

export function scan(text: string): Scan {
  return new Scanner(text).run()
}

class Scanner {
  readonly #line: LineCursor
  readonly #open: OpenBlocks
  readonly #parts: Parts
  #noRuleBefore = 0

  constructor(text: string) {
    const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0
    const front = frontMatterEnd(text, bom)
    this.#open = new OpenBlocks(text)
    if (front > bom) this.#open.push({ type: 'front-matter', span: leaf.tight(text, bom, front) })
    this.#line = new LineCursor(text, front)
    this.#parts = new Parts(this.#open, front)
  }

  run(): Scan {
    const line = this.#line
    while (line.nextLine()) if (!readEntry(this.#open, line, this.#parts)) this.#readLine()
    this.#open.closeTo(0)
    this.#parts.end(line.text.length, line.text.length)
    return { pieces: this.#open.pieces, unsure: this.#parts.unsure }
  }

  #readLine(): void {
    const open = this.#open
    const matched = matchContainers(this.#open, this.#line)
    this.#line.measure()
    if (matched === open.depth && this.#continuesLeaf()) return
    if (this.#line.tab) open.doubt = true
    if (!this.#line.blank) this.#startBlocks(matched)
    else if (matched < open.depth) open.closeTo(matched)
    else open.closeLeaf()
  }

  /** Does this line continue the open code or HTML block? */
  #continuesLeaf(): boolean {
    const open = this.#open
    const line = this.#line
    const current = open.leaf
    if (current?.kind === 'fence') {
      if (line.tab && open.depth > 0) open.doubt = true
      current.end = line.end
      const closes = line.indent < 4 && starts.closesFence(line.text, line.next, line.end, current.fence)
      if (closes) open.closeLeaf()
      return true
    }
    if (current?.kind === 'html') {
      if (current.html >= 6 && line.blank) return false
      if (line.tab && open.depth > 0) open.doubt = true
      current.end = line.end
      if (current.html < 6 && starts.endsHtml(line.text, line.at, line.end, current.html)) open.closeLeaf()
      return true
    }
    if (current?.kind !== 'indented' || (!line.blank && line.indent < 4)) return false
    if (!line.blank) current.end = line.end
    if (line.tab) open.doubt = true
    return true
  }

  #startBlocks(matched: number): void {
    const open = this.#open
    const line = this.#line
    const all = matched === open.depth
    const before = open.leaf
    let opened = false
    /** Closes the containers that do not hold this line, before the first block that it starts. */
    const begin = (): void => {
      if (!opened) open.closeTo(matched)
      opened = true
    }
    while (!line.blank) {
      const interrupts = before?.kind === 'paragraph' && !opened
      if (line.indent >= 4) {
        if (interrupts) break
        // After a list item micromark reads indented code line by line.
        if (matched < open.depth) open.doubt = true
        begin()
        open.leaf = { kind: 'indented', start: line.next, end: line.end }
        return
      }
      if (interrupts && all && starts.isSetextUnderline(line.text, line.next, line.end)) {
        this.#setext(before.lineStart)
        return
      }
      if (this.#startLeaf(begin, interrupts, all)) return
      if (!this.#startContainer(begin, opened ? 'opened' : all ? 'first' : 'outside')) break
      line.measure()
      if (line.tab) open.doubt = true
    }
    if (!line.blank) this.#addText(matched, opened)
  }

  #startLeaf(begin: () => void, interrupts: boolean, all: boolean): boolean {
    const open = this.#open
    const { text, next, end, unit } = this.#line
    if (unit === 35 && starts.atxDepth(text, next, end) > 0) {
      begin()
      this.#heading(leaf.atxHeading(text, next, end), this.#line.start)
      return true
    }
    if (unit === 96 || unit === 126) {
      const fence = starts.fenceAt(text, next, end)
      if (fence === undefined) return false
      begin()
      open.leaf = { kind: 'fence', start: next, fence, end }
      return true
    }
    if (unit === 60) {
      const kind = starts.htmlKind(text, next, end)
      // HTML of kind 7 cannot interrupt a paragraph, but micromark lets it on a lazy continuation line.
      if (kind === 7 && interrupts && !all) open.doubt = true
      if (kind === 0 || (kind === 7 && interrupts)) return false
      begin()
      open.leaf = { kind: 'html', start: next, html: kind, end }
      if (kind < 6 && starts.endsHtml(text, next + starts.htmlHead(kind), end, kind)) open.closeLeaf()
      return true
    }
    if (this.#isRule()) {
      begin()
      open.push({ type: 'rule', span: leaf.tight(text, next, end) })
      return true
    }
    return false
  }

  /** Does a thematic break start at `next`? `#noRuleBefore` keeps scanning linear on a line with many markers. */
  #isRule(): boolean {
    const { text, next, end } = this.#line
    if (next < this.#noRuleBefore) return false
    const stop = starts.ruleStop(text, next, end)
    if (stop !== undefined) this.#noRuleBefore = stop
    return stop === undefined
  }

  /**
   * Opens the container that starts at `next`, if any. `after` says where the line is: inside every open container
   * (`first`), outside at least one of them, or inside one that it opened itself.
   */
  #startContainer(begin: () => void, after: 'first' | 'outside' | 'opened'): boolean {
    const open = this.#open
    const before = open.leaf?.kind
    const line = this.#line
    const { text, next, end, unit } = line
    if (unit === 62) {
      begin()
      open.openQuote(next)
      passQuoteMarker(open, line)
      return true
    }
    if (unit === 91 && text.charCodeAt(next + 1) === 94) {
      const label = starts.footnoteLabel(text, next, end)
      if (label === 0) return false
      begin()
      open.openFootnote(next, text.indexOf(']:', next) + 2)
      line.at = next + label
      return true
    }
    const length = starts.markerLength(text, next, end)
    if (length === 0) return false
    let content = next + length
    while (content < end && leaf.isSpace(text.charCodeAt(content))) content++
    const empty = content >= end
    const restricted = empty || (length > 1 && Number.parseInt(text.slice(next, next + length), 10) !== 1)
    // An empty item, or one not numbered 1, cannot interrupt a paragraph (CommonMark 5.3). micromark extends that to
    // indented code, and to an item opened on the same line.
    if (restricted && after === 'first' && before === 'paragraph') return false
    if (restricted && (after === 'opened' || before === 'indented')) open.doubt = true
    begin()
    if (empty && open.depth > 0) open.doubt = true
    this.#startItem(length, content - (next + length), empty)
    return true
  }

  #startItem(length: number, spaces: number, empty: boolean): void {
    const line = this.#line
    const offset = line.indent + length
    const marker = { start: line.next, end: line.next + length }
    if (line.text.slice(marker.end, marker.end + spaces).includes('\t')) this.#open.doubt = true
    // Five spaces or more: the content is indented code that starts after the first of them.
    const padding = empty || spaces > 4 ? 1 : spaces
    this.#open.openItem(marker, offset + padding)
    line.at = marker.end + (empty ? spaces : padding)
  }

  #addText(matched: number, opened: boolean): void {
    const open = this.#open
    const { text, next, end, start, indent } = this.#line
    const current = open.leaf
    const all = !opened && matched === open.depth
    if (current?.kind === 'table' && all) {
      current.rows.push(leaf.row(text, next, end))
      return
    }
    if (current?.kind === 'paragraph' && !opened) {
      if (all && indent < 4 && starts.isDelimiterRow(text, next, end) && this.#startTable(current)) return
      current.end = end
      current.lines++
      return
    }
    if (!opened) open.closeTo(matched)
    open.leaf = { kind: 'paragraph', start: next, lineStart: start, end, lines: 1 }
  }

  /** A one-line paragraph becomes a table header when the delimiter row below has the same number of cells. */
  #startTable(paragraph: { start: number; end: number; lines: number }): boolean {
    const open = this.#open
    const { text, next, end } = this.#line
    const lonePipe = text.slice(paragraph.start, paragraph.end).trimEnd() === '|'
    if (paragraph.lines > 1 || lonePipe || !text.slice(next, end).includes('|')) {
      open.doubt = true
      return false
    }
    const header = leaf.row(text, paragraph.start, paragraph.end)
    if (header.cells.length !== leaf.cellsOf(text, next, end).length) return false
    open.leaf = { kind: 'table', header, delimiter: leaf.tight(text, next, end), rows: [] }
    return true
  }

  #setext(lineStart: number): void {
    const block = this.#open.closeSetext(this.#line.end)
    if (block !== undefined) this.#heading(block, lineStart)
  }

  #heading(block: Heading, lineStart: number): void {
    const definitions = block.setext && this.#line.text.charCodeAt(block.span.start) === 91
    if (this.#open.depth === 0 && !definitions) this.#parts.end(lineStart, block.span.end)
    this.#open.push(block)
  }
}
