import type { Span } from '../document/block.ts'
import { isSpace } from '../document/leaf.ts'
import { closesFence, type Fence, fenceAt } from '../document/line-starts.ts'

export interface FenceFollower {
  /** Reads one line; says whether it is part of a fence, its marks included. */
  passLine(start: number, end: number): boolean
  /** Whether the next line is inside of one. */
  isOpen(): boolean
}

/** Follows code fences from line to line through a stretch of text. */
export function fenceFollower(text: string, { start: from, end: to }: Span): FenceFollower {
  const stretch = text.slice(from, to)
  if (!stretch.includes('```') && !stretch.includes('~~~')) return NO_FENCE
  let open: Fence | undefined
  return {
    isOpen: () => open !== undefined,
    passLine: (start, end) => {
      if (open === undefined) {
        open = fenceAt(text, pastBullet(text, start, end), end)
        return open !== undefined
      }
      if (closesFence(text, pastBlanks(text, start, end), end, open)) open = undefined
      return true
    },
  }
}

const NO_FENCE: FenceFollower = { isOpen: () => false, passLine: () => false }

/** A fence may start on the line of the bullet that holds it; it ends on a line of its own. */
function pastBullet(text: string, start: number, end: number): number {
  const at = pastBlanks(text, start, end)
  const unit = text.charCodeAt(at)
  const marked = (unit === 45 || unit === 42 || unit === 43) && isSpace(text.charCodeAt(at + 1))
  return marked ? pastBlanks(text, at + 1, end) : at
}

function pastBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at++
  return at
}
