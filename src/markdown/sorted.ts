/** Counts the items at the start of a sorted list for which `isBefore` holds, by binary search. */
export function countBefore<Item>(sorted: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = sorted[middle]
    if (item !== undefined && isBefore(item)) low = middle + 1
    else high = middle
  }
  return low
}

/** Indexes of the longest non-decreasing subsequence. */
export function longestRun(values: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the smallest value that can end a run of that length. */
  const ends: number[] = []
  const before: number[] = []
  for (const [index, value] of values.entries()) {
    const fits = (end: number): boolean => (values[end] ?? 0) <= value
    // Nearly all logs are sorted: each value extends the longest run.
    const length = fits(ends.at(-1) ?? index) ? ends.length : countBefore(ends, fits)
    before[index] = ends[length - 1] ?? -1
    ends[length] = index
  }
  const run = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.add(index)
  return run
}
