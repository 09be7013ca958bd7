import { usage } from '../../error.ts'
import type { Span } from '../../markdown/block.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import { DEFAULT_LIMITS } from '../../notes/conventions.ts'
import { type Frame, type Shown, shown, shownLine } from '../../safety/door.ts'
import type { Mark } from '../evidence-marks.ts'
import { frameName, frameNamed, type NotesCommand } from './frame.ts'

/** First and last line, 1-based and inclusive. */
export type Lines = readonly [from: number, to: number]

/** The result of recovery: a text within its budget, and the records in it. */
export interface Slice {
  readonly level: 1 | 2 | 3
  readonly budget: number | null
  readonly tokens: number
  readonly text: Shown
  /** Encloses the text for a model. Costs up to 40 more tokens. */
  readonly frame: Frame
  /** Level 2: the search engine that ranked the records. */
  readonly engine?: string
  readonly source: Shown
  readonly records: readonly SliceRecord[]
  /** Number of records that did not fit, by plural kind. */
  readonly omitted: Readonly<Record<string, number>>
}

export interface SliceRecord {
  readonly kind: string
  readonly id?: string
  /** Level 2: the record's short name in commands. */
  readonly handle?: string
  readonly title?: string
  readonly lines: Lines
  /** The archive file, for an archived record. `lines` then counts the lines of that file. */
  readonly file?: string
  /** The mark of evidence that no longer matches, or `done` for history. */
  readonly state?: Mark | 'done'
}

/** A record of a slice, before it is made safe to show. */
export type FoundRecord = { readonly [Name in keyof SliceRecord]: SliceRecord[Name] | undefined } & Pick<
  SliceRecord,
  'kind' | 'lines'
>

/** Metadata of a slice. */
export interface SliceOf {
  readonly level: 1 | 2 | 3
  readonly source: string
  readonly budget: number | null
  readonly factor: number
  readonly command?: NotesCommand | undefined
}

export function makeSlice(
  { level, source, budget, factor, command }: SliceOf,
  text: string,
  { records, omitted }: { readonly records: readonly FoundRecord[] } & Pick<Slice, 'omitted'>,
): Slice {
  const safe = shown(text)
  // The path comes from the repository too, so it is not trusted either.
  const from = shownLine(source)
  return {
    level,
    budget,
    tokens: estimateTokens(safe, factor),
    text: safe,
    frame: frameNamed(frameName(from, level, factor, command), level, command),
    source: from,
    records: records.map(safeRecord),
    omitted,
  }
}

/** Makes id and title safe, since `--json` shows them to the model as well. */
function safeRecord({ kind, id, handle, title, file, lines, state }: FoundRecord): SliceRecord {
  return {
    kind,
    ...(id === undefined ? {} : { id: shownLine(id) }),
    ...(handle === undefined ? {} : { handle }),
    ...(title === undefined ? {} : { title: shownLine(title) }),
    ...(file === undefined ? {} : { file: shownLine(file) }),
    lines,
    ...(state === undefined ? {} : { state }),
  }
}

export function linesOf(span: Span, lineAt: (offset: number) => number): Lines {
  return [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
}

/** `L12-34`, or `L12` for a single line. */
export const printRange = ([from, to]: Lines): string => `L${from}${from === to ? '' : `-${to}`}`

/** Default token budgets. Level 3 has none. */
export const BUDGETS = { 1: DEFAULT_LIMITS.level1, 2: DEFAULT_LIMITS.level2, 3: null } as const

/** No useful line fits into less. */
export const MIN_BUDGET = 20

/** Rejects a budget that cannot be met. */
export function assertBudget(budget: number | undefined): void {
  if (budget === undefined || budget >= MIN_BUDGET) return
  throw usage(
    `Unexpected budget of ${budget} tokens, expected ${MIN_BUDGET} or more`,
    `Give ${MIN_BUDGET} or more, or none: level 1 then has ${BUDGETS[1]}, level 2 ${BUDGETS[2]}`,
  )
}
