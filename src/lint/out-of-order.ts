/** Indices to leave out so that the rest ascends: as few as possible, the earlier ones where there is a choice. */
export function outOfOrder(places: readonly number[]): readonly number[] {
  // Longest non-decreasing subsequence: for each length, the index that ends one with the smallest place.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  places.forEach((place, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] ?? 0] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? ends[low - 1] : undefined
    ends[low] = index
  })
  const kept = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) kept.add(at)
  return places.map((_, index) => index).filter(index => !kept.has(index))
}
