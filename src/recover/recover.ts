import type { CodeReader } from '../evidence/code.ts'
import { mayConflict } from '../markdown/damage.ts'
import type { ReadOptions } from '../notes/notes.ts'
import { evidenceMarks } from './evidence-marks.ts'
import type { NotesCommand } from './layout/frame.ts'
import { recordStates } from './layout/print-records.ts'
import { assertBudget, BUDGETS, makeSlice, type Slice } from './layout/slice.ts'
import { summary } from './levels/level1.ts'
import { searchFile, withArchive } from './levels/level2.ts'
import { level3 } from './levels/level3.ts'
import { outlineOf } from './read/outline.ts'
import { readWhole } from './read/read-part.ts'
import type { LineHit } from './search/rank.ts'

export type { Slice, SliceRecord } from './layout/slice.ts'

export interface RecoverOptions extends ReadOptions {
  readonly level: 1 | 2 | 3
  /** Path of the notes file, for the frame. */
  readonly source: string
  /** Level 2: the search text. Without one, level 2 is level 1 with a larger budget. */
  readonly query?: string
  /** In tokens. Level 3 has no default. */
  readonly budget?: number
  /** Multiplier for token estimates. */
  readonly factor?: number
  /** How `notes` is started, to be printed in the frame. Default: `notes`. */
  readonly command?: NotesCommand
  /** The code that is cited. Without it, nothing is compared. */
  readonly code?: CodeReader | undefined
  /** The current time. Dates in other years are printed with their year. */
  readonly now?: Date
  /** Hits of another search engine, and its name. */
  readonly others?: { readonly name: string; readonly hits: readonly LineHit[] }
  /** The archive file, which a query also searches. */
  readonly archive?: { readonly source: string; readonly text: string }
}

/**
 * Extracts what a model should know after its context was lost, within a token budget and never empty.
 *
 * @example recover(text, { level: 1, source: 'NOTES.md', code }).text
 */
export function recover(text: string, options: RecoverOptions): Slice {
  const { level, source, query, factor = 1, command, now = new Date() } = options
  assertBudget(options.budget)
  if (level === 3) {
    const budget = options.budget ?? BUDGETS[3]
    const shown = level3(text, budget, factor, options)
    return makeSlice({ ...options, budget, factor }, shown, { records: [], omitted: {} })
  }
  const budget = options.budget ?? BUDGETS[level]
  if (level === 2 && query !== undefined) return recoverMatches(text, { ...options, budget, factor, query })
  return summary(
    readWhole(text, options),
    { ...{ level, source, budget, factor, command }, now },
    evidenceMarks(options.code),
  )
}

function recoverMatches(
  text: string,
  options: RecoverOptions & { readonly budget: number; readonly factor: number; readonly query: string },
): Slice {
  const { others, archive, ...rest } = options
  const about = { ...rest, stateOf: recordStates(rest.code) }
  const live = searchFile(text, partsOf(text, options), { ...about, others: others?.hits })
  const found =
    archive === undefined
      ? live.print(options.budget)
      : withArchive(
          live,
          { ...searchFile(archive.text, partsOf(archive.text, options), about), name: archive.source },
          options,
        )
  const records = found.shown.map(({ record, title = record?.title, handle, lines, state, isArchived }) => ({
    ...{ handle, title, lines, state },
    kind: record?.kind ?? 'text',
    id: record?.id,
    file: isArchived === true ? archive?.source : undefined,
  }))
  const engine = others === undefined ? 'bm25' : `bm25+${others.name}`
  const omitted: Record<string, number> = found.more === 0 ? {} : { matches: found.more }
  return { ...makeSlice(options, found.text, { records, omitted }), engine }
}

/** The outline of a file or, if only a full parse finds its headings, the whole file. */
const partsOf = (text: string, options: RecoverOptions) =>
  (mayConflict(text) ? undefined : outlineOf(text)) ?? readWhole(text, options)
