/** Fast path for the most common lines, which can be read without trying every block type. */
import * as leaf from './leaf.ts'
import type { LineCursor } from './line-cursor.ts'
import type { OpenBlocks } from './open-blocks.ts'
import { plainEntry } from './plain-entry.ts'
import type { Parts } from './unsure-parts.ts'

/** Adds the line to the open paragraph or table if it is at document level and cannot start another block. */
export function extendLeaf({ leaf: current, depth }: OpenBlocks, line: LineCursor): boolean {
  if (depth > 0 || current === undefined) return false
  const unit = line.text.charCodeAt(line.at)
  if (current.kind === 'paragraph' && isLetter(unit)) {
    current.end = line.end
    current.lines++
    return true
  }
  if (current.kind === 'table' && unit === 124 && line.at < line.end) {
    current.rows.push(leaf.row(line.text, line.at, line.end))
    return true
  }
  return false
}

/** Reads a whole entry in the protocol's own format, if the line starts one. */
export function readEntry(open: OpenBlocks, line: LineCursor, parts: Parts): boolean {
  if (line.text.charCodeAt(line.start) !== 35) return false
  // Open code or HTML at document level takes the line.
  const before = open.leaf?.kind
  if (open.depth === 0 && before !== undefined && before !== 'paragraph' && before !== 'table') return false
  const entry = plainEntry(line.text, line.start)
  if (entry === undefined) return false
  open.closeTo(0)
  parts.end(line.start, leaf.tight(line.text, line.start, line.end).end)
  open.pieces.push(entry)
  line.seek(entry.next)
  return true
}

const isLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit > 127
