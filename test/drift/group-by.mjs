/** Groups the items of a list in their order; Node 20 has no `Map.groupBy`. */
export function groupBy(list, keyOf) {
  const groups = new Map()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}
