import { NotesError } from '../../error.ts'
import type { Span } from '../../markdown/block.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { type Frame, type Shown, shown, shownLine } from '../../safety/door.ts'
import type { Mark } from '../evidence-marks.ts'
import { frameFor } from './frame.ts'

/** First and last line, both counted from 1 and included. */
export type Lines = readonly [from: number, to: number]

/** What recovery returns: a text that fits its budget, and what it is made of. */
export interface Slice {
  readonly level: 1 | 2 | 3
  readonly budget: number | null
  readonly tokens: number
  readonly text: Shown
  /** Stands around the text where it is given to a model; it costs up to 40 tokens of its own. */
  readonly frame: Frame
  /** Level 2: what ranked the records. */
  readonly engine?: string
  readonly source: Shown
  readonly records: readonly SliceRecord[]
  /** How many there was no room for, by kind in the plural. */
  readonly omitted: Readonly<Record<string, number>>
}

export interface SliceRecord {
  readonly kind: string
  readonly id?: string
  readonly title?: string
  readonly lines: Lines
  /** How evidence that no longer matches does not; `done` when it is history. */
  readonly state?: Mark | 'done'
}

/** What a slice says of itself. */
export interface SliceOf {
  readonly level: 1 | 2 | 3
  readonly source: string
  readonly budget: number | null
  readonly factor: number
}

export function makeSlice(
  { level, source, budget, factor }: SliceOf,
  text: string,
  { records, omitted }: Pick<Slice, 'records' | 'omitted'>,
): Slice {
  const safe = shown(text)
  // A path is the repository's word as well.
  const from = shownLine(source)
  return {
    level,
    budget,
    tokens: estimateTokens(safe, factor),
    text: safe,
    frame: frameFor(from, level, factor),
    source: from,
    records: records.map(safeRecord),
    omitted,
  }
}

/** What names a record goes to the model with `--json`, as the text does. */
function safeRecord({ id, title, ...rest }: SliceRecord): SliceRecord {
  const { kind, ...where } = rest
  return {
    kind,
    ...(id === undefined ? {} : { id: shownLine(id) }),
    ...(title === undefined ? {} : { title: shownLine(title) }),
    ...where,
  }
}

export function linesOf(span: Span, lineAt: (offset: number) => number): Lines {
  return [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
}

/** Token budgets (seed: about 100 and about 500); level 3 has none unless it is given. */
export const BUDGETS = { 1: 100, 2: 500, 3: null } as const

/** Below it, no line of any use fits. */
export const MIN_BUDGET = 20

/** Refuses a budget that nothing can keep. */
export function assertBudget(budget: number | undefined): void {
  if (budget === undefined || budget >= MIN_BUDGET) return
  throw new NotesError(
    'usage',
    `Unexpected budget of ${budget} tokens, expected ${MIN_BUDGET} or more`,
    `Give ${MIN_BUDGET} or more, or none: level 1 then has ${BUDGETS[1]}, level 2 ${BUDGETS[2]}`,
  )
}
