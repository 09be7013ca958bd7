import { partWeight } from '../../markdown/tokens.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Mark } from '../evidence-marks.ts'
import type { Item } from '../levels/item.ts'
import { type Cut, cutWithin, type Measured, measure, printCut } from './clip.ts'

/** An item made ready to be put on a line, whole or cut: everything is weighed once. */
export interface Line {
  readonly item: Item
  readonly mark: Mark | undefined
  /** Label and mark, with the line end. */
  readonly fixed: number
  readonly text: Measured
  /** What the whole line costs. */
  readonly cost: number
}

/** How a line is cut: undefined stands for the label alone. */
export interface Fitted {
  readonly line: Line
  readonly cut: Cut | undefined
  readonly cost: number
}

/** A line end, and what rounding may add. */
const LINE_END = 0.35

export function prepareLine(item: Item, mark: Mark | undefined, most: number): Line {
  const fixed = partWeight(item.label) + (mark === undefined ? 0 : partWeight(tailOf(mark))) + LINE_END
  const text = measure(item.text, most)
  return { item, mark, fixed, text, cost: fixed + text.whole }
}

/** As much of a line as costs no more than `most`, if that still says something. */
function fitLine(line: Line, most: number): Fitted | undefined {
  const { item, fixed, text, cost } = line
  if (item.text !== '') {
    if (cost <= most) return { line, cut: { end: item.text.length, cost: text.whole }, cost }
    const { least } = kindOf(item).recover
    const cut = most - fixed < least ? undefined : cutWithin(text, most - fixed)
    if (cut !== undefined && cut.cost >= least) return { line, cut, cost: fixed + cut.cost }
    if (item.stands !== true) return undefined
  }
  return fixed <= most ? { line, cut: undefined, cost: fixed } : undefined
}

export function printLine({ line: { item, mark, text }, cut }: Fitted): string {
  return cut === undefined
    ? `${item.label.trimEnd()}${tailOf(mark)}`
    : `${item.label}${printCut(text, cut)}${tailOf(mark)}`
}

const tailOf = (mark: Mark | undefined): string => (mark === undefined ? '' : ` (evidence ${mark})`)

/** Less than this says nothing. */
const LEAST = 8

/** Costs are sums of fractions. */
const ROUNDING = 0.01

/** Lines that may be made when they are asked for: an array, or what weighs no more of them than there is room for. */
export interface Lines {
  readonly length: number
  at(index: number): Line | undefined
}

/**
 * The lines that fit into `most`, each whole or cut: those that need less than an equal part leave the rest to the
 * others. As many as get enough to say something, the first ones first.
 */
export function fill(lines: Lines, most: number): readonly Fitted[] {
  const first = firstLines(lines, most)
  // Of thousands, some fewer are tried each time: all of them are weighed against each other.
  for (let count = first.length; count > 0; count -= 1 + (count >> 6)) {
    const some = first.slice(0, count)
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

/** Those that could each have what it needs, or the least that says something; one is tried in any case. */
function firstLines(lines: Lines, most: number): Line[] {
  const first: Line[] = []
  let needed = 0
  while (first.length < lines.length && (first.length === 0 || needed < most)) {
    const line = lines.at(first.length)
    if (line === undefined) break
    needed += Math.min(line.cost, LEAST)
    if (needed > most + ROUNDING && first.length > 0) break
    first.push(line)
  }
  return first
}

/** What each may spend: lines that cannot be cut take theirs first, the others share what is left. */
function levelFor(lines: readonly Line[], most: number): number {
  const level = waterLevel(lines, most)
  // Lines that take more than their part leave less to the others.
  if (level === Number.POSITIVE_INFINITY || level < LEAST) return level
  const isRigid = (line: Line): boolean => line.cost > level && fitLine(line, level) === undefined
  const others: Line[] = []
  let taken = 0
  for (const line of lines)
    if (isRigid(line)) taken += line.cost
    else others.push(line)
  return others.length === lines.length ? level : waterLevel(others, Math.max(0, most - taken))
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
