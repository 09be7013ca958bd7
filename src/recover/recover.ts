import type { CodeReader } from '../evidence/code.ts'
import { mayConflict } from '../markdown/damage.ts'
import type { ReadOptions } from '../notes/notes.ts'
import { evidenceMarks } from './evidence-marks.ts'
import { type Level2Result, type PrintOptions, recordStates } from './layout/print-records.ts'
import { assertBudget, BUDGETS, linesOf, makeSlice, type Slice } from './layout/slice.ts'
import { fromPart, readContextItems, readEssentials } from './levels/essentials.ts'
import { level1Slice } from './levels/level1.ts'
import { level2 } from './levels/level2.ts'
import { level2Newest } from './levels/level2-newest.ts'
import { level3 } from './levels/level3.ts'
import { type Outline, outlineOf } from './read/outline.ts'
import { type ReadPart, readWhole } from './read/read-part.ts'
import type { LineHit } from './search/fuse.ts'

export type { Slice, SliceRecord } from './layout/slice.ts'

export interface RecoverOptions extends ReadOptions {
  readonly level: 1 | 2 | 3
  /** Path of the notes file, for the frame. */
  readonly source: string
  /** Level 2: the search text. Defaults to the active context. */
  readonly query?: string
  /** In tokens. Level 3 has no default. */
  readonly budget?: number
  /** Multiplier for token estimates. */
  readonly factor?: number
  readonly code: CodeReader
  /** Hits of another search engine, and its name. */
  readonly others?: { readonly name: string; readonly hits: readonly LineHit[] }
}

/**
 * Extracts what a model should know after its context was lost, within a token budget and never empty.
 *
 * @example recover(text, { level: 1, source: 'NOTES.md', code }).text
 */
export function recover(text: string, options: RecoverOptions): Slice {
  const { level, source, factor = 1 } = options
  assertBudget(options.budget)
  if (level === 1) {
    const budget = options.budget ?? BUDGETS[1]
    return level1Slice(readEssentials(text, options), { source, budget, factor }, evidenceMarks(options.code))
  }
  return level === 2 ? recoverLevel2(text, options) : recoverLevel3(text, options)
}

function recoverLevel2(text: string, options: RecoverOptions): Slice {
  const { others, ...rest } = options
  const { budget = BUDGETS[2], factor = 1 } = rest
  const known = (mayConflict(text) ? undefined : outlineOf(text)) ?? readWhole(text, options)
  const hits = others === undefined ? {} : { others: others.hits }
  const asked = { ...rest, ...hits, budget, factor, stateOf: recordStates(rest.code) }
  const found =
    rest.query === undefined
      ? aboutTheContext(text, known, asked)
      : level2(text, known, { ...asked, query: rest.query })
  const records = found.shown.map(({ record, span, state }) => ({
    kind: record.kind,
    ...(record.id === undefined ? {} : { id: record.id }),
    ...(record.title === undefined ? {} : { title: record.title }),
    lines: linesOf(span, found.lineAt),
    ...(state === undefined ? {} : { state }),
  }))
  const engine = others === undefined ? 'bm25' : `bm25+${others.name}`
  const omitted: Record<string, number> = found.more === 0 ? {} : { matches: found.more }
  return { ...makeSlice({ ...options, budget, factor }, found.text, { records, omitted }), engine }
}

/** Answers without a typed query. Never reports that a query has no matches, since the user typed none. */
function aboutTheContext(
  text: string,
  known: readonly Outline[] | ReadPart,
  options: ReadOptions & PrintOptions,
): Level2Result {
  const query = contextQuery(text, known, options)
  if (query === '') return level2Newest(text, known, options, 'No query given')
  const found = level2(text, known, { ...options, query })
  return found.shown.length > 0 ? found : level2Newest(text, known, options, 'Nothing on the active context')
}

/** The active context as a query, or an empty string if the file has none. */
function contextQuery(text: string, known: readonly Outline[] | ReadPart, options: ReadOptions): string {
  // Reads the context alone: a file may have 300,000 questions beside it.
  const context =
    'notes' in known
      ? fromPart(known).essentials.groups.flatMap(({ items }) => items)
      : readContextItems(text, known, options)
  return context
    .filter(({ kind }) => kind === 'context')
    .filter(({ label }) => !label.startsWith('Checkpoint'))
    .map(({ text }) => text)
    .join(' ')
    .trim()
}

function recoverLevel3(text: string, options: RecoverOptions): Slice {
  const { budget = BUDGETS[3], factor = 1 } = options
  const shown = level3(text, budget, factor, options)
  return makeSlice({ ...options, budget, factor }, shown, { records: [], omitted: {} })
}
