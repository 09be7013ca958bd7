/** Finds the known name that a typo most likely stands for, if one is close enough. */
export function nearestName(typed: string, known: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase()
  let best: { name: string; distance: number } | undefined
  for (const name of known) {
    const limit = Math.max(1, Math.floor(Math.min(wanted.length, name.length) * 0.4))
    // The length difference is a lower bound on the distance, so a megabyte key is never compared.
    if (Math.abs(wanted.length - name.length) > limit) continue
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** Damerau-Levenshtein distance (optimal string alignment): swapping two adjacent characters is one edit. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
