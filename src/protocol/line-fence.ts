import { closesFence, type Fence, fenceAt } from '../document/line-starts.ts'

export interface FenceFollower {
  /** Reads one line; says whether it is part of a fence, its marks included. */
  passLine(start: number, end: number): boolean
  /** Whether the next line is inside of one. */
  isOpen(): boolean
}

/** Follows code fences from line to line. */
export function fenceFollower(text: string): FenceFollower {
  let open: Fence | undefined
  return {
    isOpen: () => open !== undefined,
    passLine: (start, end) => {
      if (open === undefined) {
        open = fenceAt(text, passed(BULLET, text, start, end), end)
        return open !== undefined
      }
      if (closesFence(text, passed(BLANKS, text, start, end), end, open)) open = undefined
      return true
    },
  }
}

/** A fence may start on the line of the bullet that holds it; it ends on a line of its own. */
const BULLET = /^[ \t]*(?:[-*+][ \t]+)?/
const BLANKS = /^[ \t]*/

function passed(lead: RegExp, text: string, start: number, end: number): number {
  return start + (lead.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0)
}
