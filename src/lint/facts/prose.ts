import type { Block, Span } from '../../markdown/block.ts'
import { walkBlocks } from '../../markdown/block.ts'
import type { Document } from '../../markdown/document.ts'
import { addTo } from '../../markdown/group-by.ts'

/** Prose of a heading, a paragraph or a row, with code and comments replaced by spaces. */
export interface Prose {
  readonly start: number
  /** Has the same length as its source, so that offsets match. */
  readonly text: string
}

/**
 * The prose of all blocks that contain `mark`, in file order. Leaves out code, comments, HTML and block quotes.
 */
export function proseOf(document: Document, mark: RegExp): readonly Prose[] {
  const { text } = document
  const found: Prose[] = []
  const add = ({ start, end }: Span): void => {
    found.push({ start, text: withoutCode(text.slice(start, end)) })
  }
  for (const block of walkBlocks(withMark(document, mark), ({ type }) => type === 'list')) {
    if (block.type === 'heading') add(block.text)
    else if (block.type === 'paragraph') add(block.span)
    else if (block.type === 'table') {
      add(block.header.span)
      for (const row of block.rows) add(row.span)
    }
  }
  return found
}

/** Searches the whole text once: most files contain no mark at all, and then no block is visited. */
function withMark(document: Document, mark: RegExp): readonly Block[] {
  const found: Block[] = []
  let next = 0
  for (const { index } of document.text.matchAll(mark)) {
    const { blocks, text } = document
    while ((blocks[next]?.span.end ?? text.length) <= index && next < blocks.length) next++
    const block = blocks[next]
    if (block !== undefined && block.span.start <= index && found.at(-1) !== block) found.push(block)
  }
  return found
}

/** Replaces code spans and comments with spaces of the same length, in one pass. Unclosed ones stay text. */
export function withoutCode(source: string): string {
  if (!source.includes('`') && !source.includes('<!--')) return source
  const closers = closingRuns(source)
  let result = ''
  let at = 0
  let commentEnds = true
  for (const { index, 0: mark } of source.matchAll(/\\[\\`]|`+|<!--/g)) {
    if (index < at || mark.startsWith('\\')) continue
    let end: number | undefined
    if (mark === '<!--') {
      const close: number = commentEnds ? source.indexOf('-->', index + 4) : -1
      commentEnds = close >= 0
      if (close >= 0) end = close + 3
    } else {
      const close: number | undefined = closers.get(mark.length)?.find(index + mark.length)
      if (close !== undefined) end = close + mark.length
    }
    if (end === undefined) continue
    result += source.slice(at, index) + source.slice(index, end).replaceAll(/[^\r\n]/g, ' ')
    at = end
  }
  return result + source.slice(at)
}

/** Offsets of backtick runs, by their length. `find` must be called in ascending order. */
function closingRuns(source: string): ReadonlyMap<number, { find(from: number): number | undefined }> {
  const starts = new Map<number, number[]>()
  for (const { index, 0: run } of source.matchAll(/`+/g)) addTo(starts, run.length, index)
  return new Map(
    [...starts].map(([length, places]) => {
      let next = 0
      const find = (from: number): number | undefined => {
        while (next < places.length && (places[next] ?? 0) < from) next++
        return places[next]
      }
      return [length, { find }] as const
    }),
  )
}
