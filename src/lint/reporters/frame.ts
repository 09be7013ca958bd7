import { type Cell, cellsOf } from '../../safety/visible.ts'
import type { Excerpt } from './excerpt.ts'

const CUT: Cell = { text: '…', width: 1, at: -1 }

export interface Frame {
  readonly line: string
  /** Spaces up to the place, then carets below all of it. */
  readonly underline: string
}

/** Cuts a source line to a number of columns around a place, and underlines the place. */
export function frame({ line, from, to }: Excerpt, columns: number): Frame {
  // Process only the visible part: lines of 10 MB exist.
  const first = wholeCharacter(line, from - columns)
  const last = wholeCharacter(line, from + columns * 2)
  const cells = cellsOf(line.slice(first, last)).map(cell => ({ ...cell, at: cell.at + first }))
  const place = cells.findIndex(({ at }) => at >= from)
  const start = place < 0 ? cells.length : place
  const fits = first === 0 && last === line.length && width(cells) <= columns
  const seen = fits ? cells : cut(cells, start, columns, { before: first > 0, after: last < line.length })
  const isPlace = ({ at }: Cell): boolean => at >= from && at < to
  const lead = seen.slice(0, seen.indexOf(cells[start] ?? CUT))
  const before = start < cells.length ? lead : seen
  return {
    line: seen.map(({ text }) => text).join(''),
    underline: `${' '.repeat(width(before))}${'^'.repeat(Math.max(1, width(seen.filter(isPlace))))}`,
  }
}

function cut(
  cells: readonly Cell[],
  place: number,
  columns: number,
  more: { readonly before: boolean; readonly after: boolean },
): readonly Cell[] {
  // A third of the room goes before the place and the rest after it, with one column for each ellipsis.
  const room = Math.max(columns, 12) - 2
  let start = place
  for (let lead = 0; start > 0; start--) {
    lead += cells[start - 1]?.width ?? 0
    if (lead > room / 3) break
  }
  let end = start
  for (let used = 0; end < cells.length; end++) {
    used += cells[end]?.width ?? 0
    if (used > room) break
  }
  const before = start > 0 || more.before ? [CUT] : []
  const after = end < cells.length || more.after ? [{ ...CUT }] : []
  return [...before, ...cells.slice(start, end), ...after]
}

const width = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.width, 0)

/** Clamps an offset to the line, and moves it out of a surrogate pair. */
function wholeCharacter(line: string, at: number): number {
  const within = Math.min(Math.max(at, 0), line.length)
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(within - 1, within + 1)) ? within - 1 : within
}
