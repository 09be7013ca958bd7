import type { LineRange } from '../document/line-index.ts'

/** Sorts the cited lines and joins adjacent ones: `:1,2,3` is one range of three lines. */
export function citedRanges(lines: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = []
  for (const range of [...lines].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last === undefined || range.from > last.to + 1) joined.push(range)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return joined
}

/** Does a match that starts in a cited range count as cited? A single line only says where the quote starts. */
export function isCited(place: LineRange, range: LineRange): boolean {
  return range.from === range.to ? place.from === range.from : place.to <= range.to
}
