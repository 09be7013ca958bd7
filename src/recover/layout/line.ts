import { partWeight } from '../../markdown/tokens.ts'
import { kindOf } from '../../notes/kinds.ts'
import type { Mark } from '../evidence-marks.ts'
import type { Item } from '../levels/item.ts'
import { type Cut, cutWithin, type Measured, measure, printCut } from './clip.ts'

/** An item with its costs, computed once, ready to be printed in full or clipped. */
export interface Line {
  readonly item: Item
  readonly mark: Mark | undefined
  /** Cost of label, mark and line ending. */
  readonly fixed: number
  readonly text: Measured
  /** Cost of the whole line. */
  readonly cost: number
}

/** A line and its cut. Undefined means the label alone. */
export interface Fitted {
  readonly line: Line
  readonly cut: Cut | undefined
  readonly cost: number
}

/** Cost of a line ending, with an allowance for rounding. */
const LINE_END = 0.35

export function prepareLine(item: Item, mark: Mark | undefined, most: number): Line {
  const fixed = partWeight(item.label) + (mark === undefined ? 0 : partWeight(tailOf(mark))) + LINE_END
  const text = measure(item.text, most)
  return { item, mark, fixed, text, cost: fixed + text.whole }
}

/** The longest version of a line that costs at most `most`, or undefined if that would say nothing. */
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

/** Minimum cost of a line that says something. */
const MIN_LINE = 8

/** Tolerance: costs are sums of fractions. */
const ROUNDING = 0.01

/** Lines, possibly created on demand: an array, or an object that weighs only as many as needed. */
export interface Lines {
  readonly length: number
  at(index: number): Line | undefined
}

/**
 * Fits lines into `most`, in full or clipped. Lines that need less than an equal share leave the rest to the others.
 * Takes as many lines from the start as get enough to say something.
 */
export function fill(lines: Lines, most: number): readonly Fitted[] {
  const first = firstLines(lines, most)
  // Drops several lines per round when there are thousands, since each round weighs all of them.
  for (let count = first.length; count > 0; count -= 1 + (count >> 6)) {
    const some = first.slice(0, count)
    const level = levelFor(some, most)
    if (level < MIN_LINE && count > 1) continue
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

/** The first lines that can each have what they need, or else the minimum. Always includes the first one. */
function firstLines(lines: Lines, most: number): Line[] {
  const first: Line[] = []
  let needed = 0
  while (first.length < lines.length && (first.length === 0 || needed < most)) {
    const line = lines.at(first.length)
    if (line === undefined) break
    needed += Math.min(line.cost, MIN_LINE)
    if (needed > most + ROUNDING && first.length > 0) break
    first.push(line)
  }
  return first
}

/** The maximum for each line: lines that cannot be clipped take their cost first, the others share the rest. */
function levelFor(lines: readonly Line[], most: number): number {
  const level = waterLevel(lines, most)
  // Lines that take more than their share leave less to the others.
  if (level === Number.POSITIVE_INFINITY || level < MIN_LINE) return level
  const isRigid = (line: Line): boolean => line.cost > level && fitLine(line, level) === undefined
  const others: Line[] = []
  let taken = 0
  for (const line of lines)
    if (isRigid(line)) taken += line.cost
    else others.push(line)
  return others.length === lines.length ? level : waterLevel(others, Math.max(0, most - taken))
}

/** The maximum that each line may spend so that all together spend at most `most`. */
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
