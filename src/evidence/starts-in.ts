/** Of many words at once, those of which the first `width` units are somewhere in a text: one pass for all of them. */
export function startsIn<One extends { readonly words: string }>(
  all: readonly One[],
  width: number,
): (text: string) => readonly One[] {
  const byStart = groupBy(all, ({ words }) => words.slice(0, width))
  const byHash = groupBy([...byStart.keys()], hashOf)
  // What the unit that leaves the window has counted for.
  let weight = 1
  for (let step = 1; step < width; step++) weight = Math.imul(weight, BASE)
  return text => {
    const found = new Set<string>()
    if (text.length < width) return []
    let hash = hashOf(text.slice(0, width))
    for (let end = width; ; end++) {
      for (const start of byHash.get(hash) ?? [])
        if (!found.has(start) && text.startsWith(start, end - width)) found.add(start)
      if (end >= text.length) break
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

/** `Map.groupBy`, which Node 20 does not have. */
function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
