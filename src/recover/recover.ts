import type { Span } from '../document/block.ts'
import { estimateTokens } from '../document/tokens.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { ReadOptions } from '../protocol/notes.ts'
import type { Lines } from '../protocol/to-json.ts'
import { clip } from './clip.ts'
import { evidenceMarks, type Mark } from './evidence-marks.ts'
import { type Frame, frameFor } from './frame.ts'
import type { ItemKind } from './item.ts'
import { manyOf, type Omitted } from './left-out.ts'
import { renderLevel1, type Shown } from './level1.ts'
import { level2 } from './level2.ts'
import { level3 } from './level3.ts'
import { readEssentials } from './read-essentials.ts'
import type { LineHit } from './search/fuse.ts'

export interface RecoverOptions extends ReadOptions {
  readonly level: 1 | 2 | 3
  /** What the source is called in the frame: the notes file's path. */
  readonly source: string
  /** Level 2: what to look for; the active context when it is left out. */
  readonly query?: string
  /** In tokens; level 3 has none unless it is given. */
  readonly budget?: number
  /** What a token estimate is multiplied by. */
  readonly factor?: number
  readonly code: CodeReader
  /** Hits of another engine, and its name. */
  readonly others?: { readonly name: string; readonly hits: readonly LineHit[] }
}

/** What recovery returns: a text that fits its budget, and what it is made of. */
export interface Slice {
  readonly level: 1 | 2 | 3
  readonly budget: number | null
  readonly tokens: number
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
  /** How evidence that no longer matches does not. */
  readonly state?: Mark
}

/** Token budgets of levels 1 and 2 (seed: about 100 and about 500). */
export const BUDGETS = { 1: 100, 2: 500 } as const

/**
 * What a model should know again after its context was lost, within a budget of tokens and never empty.
 *
 * @example recover(text, { level: 1, source: 'NOTES.md', code }).text
 */
export function recover(text: string, options: RecoverOptions): Slice {
  const { level } = options
  if (level === 1) return recoverLevel1(text, options)
  return level === 2 ? recoverLevel2(text, options) : recoverLevel3(text, options)
}

/** For a project without a notes file: still one line, which says what to do. */
export function recoverNothing(
  options: Pick<RecoverOptions, 'level' | 'source' | 'budget' | 'factor'>,
): Slice {
  const said = `There is no notes file (${options.source}); notes init starts one.`
  const budget = options.budget ?? (options.level === 3 ? null : BUDGETS[options.level])
  const most = budget === null ? Number.POSITIVE_INFINITY : budget / (options.factor ?? 1) - 1
  return slice(options, budget, clip(said, most) ?? clip('notes init', most) ?? '…', {
    records: [],
    omitted: {},
  })
}

function recoverLevel1(text: string, options: RecoverOptions): Slice {
  const { budget = BUDGETS[1], factor = 1 } = options
  const { essentials, lineAt } = readEssentials(text, options)
  const markOf = evidenceMarks(options.code)
  const { text: view, shown, omitted } = renderLevel1(essentials, { budget, factor, markOf, lineAt })
  return slice(options, budget, view, { records: level1Records(shown, lineAt), omitted: counts(omitted) })
}

/** The lines of the context are one record. */
function level1Records(shown: readonly Shown[], lineAt: (offset: number) => number): SliceRecord[] {
  const firstOfContext = shown.findIndex(({ item }) => item.kind === 'context')
  return shown
    .filter(({ item }, index) => item.kind !== 'context' || index === firstOfContext)
    .map(({ item: { kind, id, title, span }, mark }) => ({
      kind,
      ...(id === undefined ? {} : { id }),
      ...(title === undefined ? {} : { title }),
      lines: linesOf(span, lineAt),
      ...(mark === undefined ? {} : { state: mark }),
    }))
}

function recoverLevel2(text: string, options: RecoverOptions): Slice {
  const { others, ...rest } = options
  const { budget = BUDGETS[2], factor = 1 } = rest
  const query = options.query ?? contextQuery(text, options)
  const found = level2(text, {
    ...rest,
    budget,
    factor,
    query,
    ...(others === undefined ? {} : { others: others.hits }),
  })
  const records = found.shown.map(({ record, span, mark }) => ({
    kind: record.kind,
    ...(record.id === undefined ? {} : { id: record.id }),
    ...(record.title === undefined ? {} : { title: record.title }),
    lines: linesOf(span, found.lineAt),
    ...(mark === undefined ? {} : { state: mark }),
  }))
  const engine = others === undefined ? 'bm25' : `bm25+${others.name}`
  const omitted: Record<string, number> = found.more === 0 ? {} : { matches: found.more }
  return { ...slice(options, budget, found.text, { records, omitted }), engine }
}

/** What the work is about, as the query of somebody who named none. */
function contextQuery(text: string, options: ReadOptions): string {
  const { groups } = readEssentials(text, options).essentials
  const context = groups.find(({ kind }) => kind === 'context')?.items ?? []
  const words = context.filter(({ label }) => !label.startsWith('Checkpoint')).map(({ text: said }) => said)
  if (words.join('').trim() !== '') return words.join(' ')
  // Without a context, the newest decision is what the work was about last.
  return groups.flatMap(({ items }) => items).find(({ kind }) => kind === 'decision')?.text ?? ''
}

function recoverLevel3(text: string, options: RecoverOptions): Slice {
  const { budget = null, factor = 1 } = options
  return slice(options, budget, level3(text, budget, factor, options), { records: [], omitted: {} })
}

function slice(
  { level, source, factor = 1 }: Pick<RecoverOptions, 'level' | 'source' | 'factor'>,
  budget: number | null,
  text: string,
  { records, omitted }: Pick<Slice, 'records' | 'omitted'>,
): Slice {
  const tokens = estimateTokens(text, factor)
  return { level, budget, tokens, text, frame: frameFor(source, level, factor), source, records, omitted }
}

function counts(omitted: Omitted): Record<string, number> {
  return Object.fromEntries(
    Object.entries(omitted).map(([kind, { count }]) => [manyOf(kind as ItemKind), count]),
  )
}

function linesOf(span: Span, lineAt: (offset: number) => number): Lines {
  return [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
}
