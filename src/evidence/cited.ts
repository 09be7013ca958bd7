import type { LineRange } from '../document/line-index.ts'

/** The cited lines in order, joined where they touch: `:1,2,3` is one place of three lines. */
export function citedRanges(lines: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = []
  for (const range of [...lines].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last === undefined || range.from > last.to + 1) joined.push(range)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return joined
}

/** Whether what starts in a cited range counts as standing there. A line alone says where the quote starts. */
export function isCited(place: LineRange, range: LineRange): boolean {
  return range.from === range.to ? place.from === range.from : place.to <= range.to
}
