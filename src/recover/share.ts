/** Less than this says nothing. */
const LEAST = 8

/** A line can cost a little more than its parts; the whole text is measured in the end. */
const ROUNDING = 1

/**
 * The lines that fit into `most`, each whole or cut: those that need less than an equal part leave the rest to the
 * others. As many items as get enough to say something, the first ones first.
 */
export function fill<Item>(
  items: readonly Item[],
  most: number,
  writer: (item: Item) => (most: number) => string | undefined,
  costOf: (line: string) => number,
): { item: Item; line: string }[] {
  const writers: (Writer & { readonly item: Item })[] = []
  for (const item of items.slice(0, Math.max(1, Math.ceil(most / 2)))) {
    const write = writer(item)
    const whole = write(Number.POSITIVE_INFINITY)
    writers.push({ item, write, cost: whole === undefined ? Number.POSITIVE_INFINITY : costOf(whole) })
  }
  for (let count = writers.length; count > 0; count--) {
    const some = writers.slice(0, count)
    const level = levelFor(some, most)
    if (level < LEAST && count > 1 && some.some(({ cost }) => cost > level)) continue
    const lines = some.flatMap(({ item, write, cost }) => {
      const line = cost <= level || write(level) === undefined ? whole(write, cost, most) : write(level)
      return line === undefined ? [] : [{ item, line }]
    })
    const spent = lines.reduce((sum, { line }) => sum + costOf(line), 0)
    if (spent <= most + ROUNDING && (lines.length === count || count === 1)) return lines
  }
  return []
}

interface Writer {
  readonly write: (most: number) => string | undefined
  /** Of the whole line. */
  readonly cost: number
}

const whole = (write: Writer['write'], cost: number, most: number): string | undefined =>
  cost <= most ? write(Number.POSITIVE_INFINITY) : undefined

/** What each may spend: lines that cannot be cut take theirs first, the others share what is left. */
function levelFor(writers: readonly Writer[], most: number): number {
  const costs = writers.map(({ cost }) => cost)
  const level = waterLevel(costs, most)
  const rigid = writers.filter(({ write, cost }) => cost > level && write(level) === undefined)
  if (rigid.length === 0) return level
  const taken = rigid.reduce((sum, { cost }) => sum + cost, 0)
  const others = writers.filter(writer => !rigid.includes(writer))
  return waterLevel(
    others.map(({ cost }) => cost),
    Math.max(0, most - taken),
  )
}

/** How much each may spend at most, so that all together spend no more than `most`. */
export function waterLevel(costs: readonly number[], most: number): number {
  const sorted = costs.toSorted((a, b) => a - b)
  let left = most
  for (const [index, cost] of sorted.entries()) {
    const each = left / (sorted.length - index)
    if (cost > each) return each
    left -= cost
  }
  return Number.POSITIVE_INFINITY
}
