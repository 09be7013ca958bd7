import { type Fitted, fitLine, type Line } from './line.ts'

/** Less than this says nothing. */
const LEAST = 8

/** Costs are sums of fractions. */
const ROUNDING = 0.01

/**
 * The lines that fit into `most`, each whole or cut: those that need less than an equal part leave the rest to the
 * others. As many as get enough to say something, the first ones first.
 */
export function fill(lines: readonly Line[], most: number): readonly Fitted[] {
  for (let count = lines.length; count > 0; count--) {
    const some = lines.slice(0, count)
    const level = levelFor(some, most)
    if (level < LEAST && count > 1) continue
    const fitted: Fitted[] = []
    let spent = 0
    for (const line of some) {
      const fits = fitLine(line, Math.min(line.cost, level)) ?? fitLine(line, most)
      if (fits === undefined) continue
      fitted.push(fits)
      spent += fits.cost
    }
    if (spent <= most + ROUNDING && (fitted.length === count || count === 1)) return fitted
  }
  return []
}

/** What each may spend: lines that cannot be cut take theirs first, the others share what is left. */
function levelFor(lines: readonly Line[], most: number): number {
  const level = waterLevel(lines, most)
  if (level === Number.POSITIVE_INFINITY) return level
  const rigid = lines.filter(line => line.cost > level && fitLine(line, level) === undefined)
  if (rigid.length === 0) return level
  const taken = rigid.reduce((sum, { cost }) => sum + cost, 0)
  return waterLevel(
    lines.filter(line => !rigid.includes(line)),
    Math.max(0, most - taken),
  )
}

/** How much each may spend at most, so that all together spend no more than `most`. */
function waterLevel(lines: readonly Line[], most: number): number {
  const costs = lines.map(({ cost }) => cost).sort((a, b) => a - b)
  let left = most
  for (let index = 0; index < costs.length; index++) {
    const cost = costs[index] ?? 0
    const each = left / (costs.length - index)
    if (cost > each) return each
    left -= cost
  }
  return Number.POSITIVE_INFINITY
}
