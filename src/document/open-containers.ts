import type { LineCursor } from './line-cursor.ts'
import type { OpenBlocks } from './open-blocks.ts'

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
  line.passMarker(1)
  if (line.text.charCodeAt(line.at) === 9) open.doubt = true
}
