import { partWeight } from '../document/tokens.ts'
import { kindOf } from '../protocol/kinds.ts'
import { type Cut, cutWithin, type Measured, measure, printCut } from './clip.ts'
import type { Mark } from './evidence-marks.ts'
import type { Item } from './item.ts'

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
export function fitLine(line: Line, most: number): Fitted | undefined {
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
