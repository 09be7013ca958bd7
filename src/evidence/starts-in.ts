import { groupBy } from './group-by.ts'

/**
 * Searches for many strings at once: returns those whose first `width` units occur in a text (Rabin-Karp). One pass
 * for all of them, and none when there are none.
 */
export function startsIn<One>(
  all: readonly One[],
  wordsOf: (one: One) => string,
  width: number,
): (text: () => string) => readonly One[] {
  const byStart = groupBy(all, one => wordsOf(one).slice(0, width))
  const byHash = groupBy([...byStart.keys()], hashOf)
  // The factor of the unit that leaves the window.
  let weight = 1
  for (let step = 1; step < width; step++) weight = Math.imul(weight, BASE)
  return textOf => {
    const text = all.length === 0 ? '' : textOf()
    const found = new Set<string>()
    let hash = hashOf(text.slice(0, width))
    for (let end = width; end <= text.length; end++) {
      const starts = byHash.get(hash)
      if (starts !== undefined)
        for (const start of starts) if (text.startsWith(start, end - width)) found.add(start)
      const without = (hash - Math.imul(text.charCodeAt(end - width), weight)) | 0
      hash = (Math.imul(without, BASE) + text.charCodeAt(end)) | 0
    }
    return [...found].flatMap(start => byStart.get(start) ?? [])
  }
}

const BASE = 0x01000193

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  return hash
}
