import type { ListItem, List as ListNode, Node, Root, RootContent, Table as TableNode } from 'mdast'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import type { Block, Item, List, Row, Span, Table, Task } from './block.ts'
import { frontMatterEnd } from './scan/front-matter.ts'
import * as leaf from './scan/leaf.ts'

const processor = unified()
  .data('micromarkExtensions', [gfm()])
  .data('fromMarkdownExtensions', [gfmFromMarkdown()])
  .use(remarkParse)

/** Prints a new file from a syntax tree. An existing file is only ever edited, never printed. */
export const printFile = (children: readonly RootContent[]): string =>
  unified()
    .data('toMarkdownExtensions', [gfmToMarkdown()])
    .use(remarkStringify, { bullet: '-' })
    .stringify({ type: 'root', children: [...children] })

/** Reads a text with remark, the authority on structure. */
export function viaRemark(text: string): Block[] {
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const front = frontMatterEnd(text, bom)
  const blocks: Block[] = front > bom ? [{ type: 'front-matter', span: leaf.tight(text, bom, front) }] : []
  // Front matter is YAML, not Markdown, and micromark drops a byte order mark without counting it.
  return blocks.concat(sliceViaRemark(text, front, text.length))
}

/** Reads part of a text with remark; spans are offsets into the whole text. */
export function sliceViaRemark(text: string, start: number, end: number): Block[] {
  const tree: Root = processor.parse(text.slice(start, end))
  return readBlocks(tree.children, { text, shift: start, quotes: 0 })
}

interface Place {
  readonly text: string
  /** Added to a node's offsets. */
  readonly shift: number
  /** The number of block quotes around the node. */
  readonly quotes: number
}

function readBlocks(nodes: readonly RootContent[], place: Place): Block[] {
  const blocks: Block[] = []
  for (const node of nodes) {
    const block = readBlock(node, place, blocks.at(-1)?.span.end ?? 0)
    if (block !== undefined) blocks.push(block)
  }
  return blocks
}

function readBlock(node: RootContent, place: Place, before: number): Block | undefined {
  const { text, quotes } = place
  const { start, end } = spanOf(node, place)
  switch (node.type) {
    case 'heading':
      return ATX.test(text.slice(start, start + 7))
        ? leaf.atxHeading(text, start, end)
        : // A setext heading's node includes the definitions taken from its first lines.
          leaf.setextHeading(text, Math.max(start, before), end)
    case 'paragraph':
      return leaf.paragraph(text, start, end, quotes)
    case 'code':
      // A node of indented code includes the indentation; a node of fenced code does not.
      return leaf.isSpace(text.charCodeAt(start))
        ? leaf.indentedCode(text, start, end)
        : leaf.fencedCode(text, start, end, quotes)
    case 'html':
      return leaf.html(text, start, end)
    case 'thematicBreak':
      return { type: 'rule', span: leaf.tight(text, start, end) }
    case 'definition':
      return { type: 'definition', span: leaf.tight(text, start, end) }
    case 'table':
      return readTable(node, place)
    case 'list':
      return readList(node, place)
    case 'blockquote': {
      const blocks = readBlocks(node.children, { ...place, quotes: quotes + 1 })
      return { type: 'quote', span: { start, end: blocks.at(-1)?.span.end ?? start + 1 }, blocks }
    }
    case 'footnoteDefinition': {
      const blocks = readBlocks(node.children, place)
      const label = text.indexOf(']:', start) + 2
      return { type: 'footnote', span: { start, end: blocks.at(-1)?.span.end ?? label }, blocks }
    }
    default:
      return undefined
  }
}

const ATX = /^#{1,6}(?:[ \t\r\n]|$)/
const MARKER = /^(?:[-*+]|\d{1,9}[.)])/

function readList(node: ListNode, place: Place): List {
  const items = node.children.map(child => readItem(child, place))
  const { start, end } = spanOf(node, place)
  const span = { start: items[0]?.span.start ?? start, end: items.at(-1)?.span.end ?? end }
  return { type: 'list', span, ordered: node.ordered === true, items }
}

function readItem(node: ListItem, place: Place): Item {
  const { start } = spanOf(node, place)
  const marker = { start, end: start + (MARKER.exec(place.text.slice(start, start + 10))?.[0].length ?? 1) }
  const blocks = readBlocks(node.children, place)
  const first = node.children.findIndex(child => child.type === 'paragraph')
  const paragraph = blocks[first]
  if (typeof node.checked !== 'boolean' || paragraph?.type !== 'paragraph')
    return leaf.item(marker, undefined, blocks)
  const task = findTask(place.text, marker.end, paragraph.span.start, node.checked)
  blocks[first] = leaf.paragraph(place.text, task.span.end, paragraph.span.end, place.quotes)
  return leaf.item(marker, task, blocks)
}

/** mdast moves the paragraph's start past the checkbox only when plain text follows it. */
function findTask(text: string, from: number, paragraph: number, done: boolean): Task {
  const before = paragraph - 4
  const boxed = before >= from ? leaf.taskAt(text, before) : undefined
  const task = boxed ?? leaf.taskAt(text, paragraph)
  // A line ending and spaces may separate the checkbox from the paragraph.
  const above = leaf.taskAt(text, Math.max(from, text.lastIndexOf('[', paragraph)))
  return task ?? above ?? { span: { start: paragraph, end: paragraph }, done }
}

function readTable(node: TableNode, place: Place): Table {
  const { text } = place
  const [header = { span: spanOf(node, place), cells: [] }, ...rows] = node.children.map((child): Row => {
    const { start, end } = spanOf(child, place)
    return { span: leaf.tight(text, start, end), cells: child.children.map(cell => cellSpan(cell, place)) }
  })
  return leaf.table(header, leaf.lineAfter(text, header.span.end, place.quotes), rows)
}

/** A cell's node starts with the pipe before it; the last cell also includes the pipe after it. */
function cellSpan(node: Node, place: Place): Span {
  const { start, end } = spanOf(node, place)
  return leaf.cellsOf(place.text, start, end)[0] ?? { start: end, end }
}

function spanOf(node: Node, { shift }: Place): Span {
  return {
    start: (node.position?.start.offset ?? 0) + shift,
    end: (node.position?.end.offset ?? 0) + shift,
  }
}
