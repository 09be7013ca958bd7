import type { Span } from '../document/block.ts'
import { estimateTokens } from '../document/tokens.ts'
import { showLine } from '../safety/show-text.ts'
import type { Mark } from './evidence-marks.ts'
import { contained, type Frame, frameFor } from './frame.ts'

/** First and last line, both counted from 1 and included. */
export type Lines = readonly [from: number, to: number]

/** What recovery returns: a text that fits its budget, and what it is made of. */
export interface Slice {
  readonly level: 1 | 2 | 3
  readonly budget: number | null
  readonly tokens: number
  /** Nothing in it closes the frame. */
  readonly text: string
  /** Stands around the text where it is given to a model; it costs up to 40 tokens of its own. */
  readonly frame: Frame
  /** Level 2: what ranked the records. */
  readonly engine?: string
  readonly source: string
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
  const shown = contained(text)
  // A path is the repository's word as well.
  const from = safe(source)
  return {
    level,
    budget,
    tokens: estimateTokens(shown, factor),
    text: shown,
    frame: frameFor(from, level, factor),
    source: from,
    records: records.map(safeRecord),
    omitted,
  }
}

/** On one line, and without what would close the frame. */
const safe = (text: string): string => contained(showLine(text))

/** What names a record goes to the model with `--json`, as the text does. */
function safeRecord({ id, title, ...rest }: SliceRecord): SliceRecord {
  const { kind, ...where } = rest
  return {
    kind,
    ...(id === undefined ? {} : { id: safe(id) }),
    ...(title === undefined ? {} : { title: safe(title) }),
    ...where,
  }
}

export function linesOf(span: Span, lineAt: (offset: number) => number): Lines {
  return [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
}
