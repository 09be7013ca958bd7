/** Returns the share of pairs of adjacent units that two texts have in common, from 0 to 1 (Dice's coefficient). */
export function similarityOf(one: string, other: string): number {
  const size = one.length + other.length - 2
  if (one === other) return 1
  if (size <= 0) return 0
  const counts = new Map<number, number>()
  for (let at = 1; at < one.length; at++) {
    const pair = pairAt(one, at)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 1; at < other.length; at++) {
    const left = counts.get(pairAt(other, at)) ?? 0
    if (left === 0) continue
    shared++
    counts.set(pairAt(other, at), left - 1)
  }
  return (2 * shared) / size
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at)
