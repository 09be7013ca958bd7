import type { Span } from '../document/block.ts'
import { partWeight, tokenWeight } from '../document/tokens.ts'
import type { CodeReader } from '../evidence/code.ts'
import type { NotesRecord, ReadOptions } from '../protocol/notes.ts'
import { belowHead } from './below-head.ts'
import { clip } from './clip.ts'
import { damageNotice } from './damage-notice.ts'
import { oneLiner, wholeRecord } from './describe.ts'
import { evidenceMarks, type Mark } from './evidence-marks.ts'
import { noMatch } from './no-match.ts'
import type { Outline } from './outline.ts'
import { headingsOf, type ReadPart, readParts } from './read-part.ts'
import { fuse, type LineHit } from './search/fuse.ts'
import { rank } from './search/rank.ts'
import { type Segment, segmentsOf } from './segments.ts'

export interface Level2Options extends ReadOptions {
  readonly budget: number
  readonly factor: number
  readonly query: string
  readonly code: CodeReader
  /** Another search engine's hits in this file, the best first; undefined when there is none. */
  readonly others?: readonly LineHit[]
}

/** What a reader must know before believing a record: a row without its strike looks open. */
type State = Mark | 'done'

export interface Level2Record {
  readonly record: NotesRecord
  readonly span: Span
  readonly state: State | undefined
}

export interface Level2Result {
  readonly text: string
  readonly shown: readonly Level2Record[]
  /** Matches that there was no room for. */
  readonly more: number
  readonly lineAt: (offset: number) => number
}

/** What may be read closely: no budget holds more. */
const MOST_CANDIDATES = 40

/** The records that match a query best, from the outline of a file or all of it: whole while they fit, then on one line each. */
export function level2(
  text: string,
  known: readonly Outline[] | ReadPart,
  options: Level2Options,
): Level2Result {
  const whole = 'notes' in known ? known : undefined
  const segments: readonly Searched[] = 'notes' in known ? ownRecords(known) : segmentsOf(text, known)
  const { best, matches } = rank(text, segments, options.query, MOST_CANDIDATES)
  const ordered = fuse(byRecency(text, best), segments, options.others, text)
  const some = ordered.slice(0, MOST_CANDIDATES)
  const part = whole ?? readParts(text, some.flatMap(partsOf), options)
  const found = recordsOf(part, some)
  const { lineAt, damage } = part
  return belowHead(damage === undefined ? undefined : damageNotice(damage, lineAt), options, left => {
    if (found.length > 0) return write(part, found, Math.max(matches, ordered.length), left)
    return { text: noMatch(text, segments, lineAt, left), shown: [], more: 0, lineAt }
  })
}

/** A segment, or a record of a file that was read as a whole. */
type Searched = Pick<Segment, 'span' | 'titleEnd'> & Partial<Segment>

function ownRecords({ notes }: ReadPart): Searched[] {
  return notes.records
    .filter(({ kind }) => kind !== 'context')
    .map(({ span }) => ({ span, titleEnd: span.start + 1 }))
    .sort((a, b) => a.span.start - b.span.start)
}

function partsOf({ section, span, header }: Searched): Span[] {
  if (section === undefined) return []
  return [...headingsOf(section), ...(header === undefined ? [] : [header]), span]
}

/** Equal scores: the newer first. A date is looked for at the start, where records have theirs. */
function byRecency(text: string, ranked: readonly { found: Searched; score: number }[]): Searched[] {
  const dateOf = ({ span }: Searched): string =>
    /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/.exec(
      text.slice(span.start, Math.min(span.end, span.start + 80)),
    )?.[0] ?? ''
  const sorted = ranked.toSorted((a, b) => {
    if (Math.abs(a.score - b.score) > 1e-9) return b.score - a.score
    const [one, other] = [dateOf(a.found), dateOf(b.found)]
    return one === other ? a.found.span.start - b.found.span.start : one < other ? 1 : -1
  })
  return sorted.map(({ found }) => found)
}

/** The records that lie in the segments found, in their order; superseded decisions are history. */
function recordsOf(
  { notes, placeOf }: ReadPart,
  some: readonly Searched[],
): { record: NotesRecord; span: Span }[] {
  const placed = notes.records
    .filter(record => record.kind !== 'context' && !('status' in record && record.status === 'superseded'))
    .map(record => ({ record, span: placeOf(record) }))
  return some.flatMap(({ span }) =>
    placed.filter(({ span: own }) => own.start >= span.start && own.start < span.end),
  )
}

function write(
  { notes, lineAt }: ReadPart,
  found: readonly { record: NotesRecord; span: Span }[],
  all: number,
  options: Level2Options,
): Level2Result {
  const markOf = evidenceMarks(options.code)
  const most = options.budget / options.factor
  const shown: Level2Record[] = []
  const blocks: string[] = []
  let left = most
  let fits = true
  for (const { record, span } of found) {
    const state = stateOf(record, markOf)
    const head = `${lineRange(span, lineAt)} ${record.kind}${shownState(state)}`
    const whole: string = fits ? `${head}\n${wholeRecord(notes.document, record)}` : ''
    fits = fits && partWeight(whole) + GAP <= left
    const block = fits ? whole : shortened(head, record, left, shown.length === 0)
    if (block === undefined) break
    left -= partWeight(block) + GAP
    blocks.push(block)
    shown.push({ record, span, state })
  }
  const more = Math.max(0, Math.max(all, found.length) - shown.length)
  const tail = more > 0 ? `More: ${more} match${more === 1 ? '' : 'es'}` : ''
  if (tail !== '' && partWeight(tail) + GAP <= left) blocks.push(tail)
  return { text: fitted(blocks, options), shown, more, lineAt }
}

/** A line end costs as much, and a ceiling somewhere. */
const GAP = 0.5

function lineRange(span: Span, lineAt: (offset: number) => number): string {
  const [from, to] = [lineAt(span.start), lineAt(Math.max(span.start, span.end - 1))]
  return `L${from}${from === to ? '' : `-${to}`}`
}

function stateOf(record: NotesRecord, markOf: ReturnType<typeof evidenceMarks>): State | undefined {
  if ('evidence' in record) return markOf({ claims: () => record.evidence })
  return 'done' in record && record.done ? 'done' : undefined
}

const shownState = (state: State | undefined): string =>
  state === undefined ? '' : state === 'done' ? ' (done)' : ` (evidence ${state})`

/** On one line; the first one may take all that there is, later ones a fair part. */
function shortened(head: string, record: NotesRecord, left: number, first: boolean): string | undefined {
  const most = Math.min(left, first ? left : ONE_LINER) - partWeight(`${head}: `) - GAP
  const line = clip(oneLiner(record), most)
  if (line !== undefined && most > 3) return `${head}: ${line}`
  return first ? (clip(oneLiner(record), left) ?? '…') : undefined
}

const ONE_LINER = 40

/** Parts are measured one by one; the whole is what counts. */
function fitted(blocks: readonly string[], { budget, factor }: Level2Options): string {
  for (let count = blocks.length; count > 1; count--) {
    const text = blocks.slice(0, count).join('\n')
    if (Math.ceil(tokenWeight(text) * factor) <= budget) return text
  }
  const [only = ''] = blocks
  return Math.ceil(tokenWeight(only) * factor) <= budget ? only : (clip(only, budget / factor - 1) ?? '…')
}
