import type { Span } from '../../markdown/block.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import {
  belowHead,
  type Level2Result,
  type Placed,
  type PrintOptions,
  printRecords,
} from '../layout/print-records.ts'
import { damageNotice } from '../read/damage-notice.ts'
import type { Outline } from '../read/outline.ts'
import { headingsOf, type ReadPart, readParts } from '../read/read-part.ts'
import { type Segment, segmentsOf } from '../read/segments.ts'
import { fuse, type LineHit } from '../search/fuse.ts'
import { noMatch } from '../search/nearest.ts'
import { rank } from '../search/rank.ts'

export interface Level2Options extends ReadOptions, PrintOptions {
  readonly query: string
  /** Hits of another search engine in this file, best first. Undefined without one. */
  readonly others?: readonly LineHit[]
}

/** Maximum segments to read closely: no budget holds more. */
const MAX_CANDIDATES = 40

/**
 * The records that match a query best, from the outline of a file or from all of it: in full while they fit, then on
 * one line each.
 */
export function level2(
  file: string,
  known: readonly Outline[] | ReadPart,
  options: Level2Options,
): Level2Result {
  const whole = 'notes' in known ? known : undefined
  // For a file with conflicts, this is the side that was read.
  const text = whole?.notes.document.text ?? file
  const segments: readonly Searched[] = 'notes' in known ? ownRecords(known) : segmentsOf(text, known)
  const { best, matches } = rank(text, segments, options.query, MAX_CANDIDATES)
  const ordered = fuse(byRecency(text, best), segments, options.others, text)
  const some = ordered.slice(0, MAX_CANDIDATES)
  const part = whole ?? readParts(text, some.flatMap(partsOf), options)
  const found = recordsOf(part, some)
  const { lineAt, damage } = part
  return belowHead(damage === undefined ? undefined : damageNotice(damage, lineAt), options, left => {
    if (found.length > 0)
      return printRecords(part, found, Math.max(matches, ordered.length, found.length), left)
    return { text: noMatch(text, segments, lineAt, left), shown: [], more: 0, lineAt }
  })
}

/** A segment, or a record of a file that was read in full. */
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

/** Breaks ties by recency. Looks for the date at the start, where records have theirs. */
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

/** The records in the given segments, in the same order. Leaves out superseded decisions, which are history. */
function recordsOf({ notes, placeOf }: ReadPart, some: readonly Searched[]): Placed[] {
  const placed = notes.records
    .filter(record => record.kind !== 'context' && !('status' in record && record.status === 'superseded'))
    .map(record => ({ record, span: placeOf(record) }))
  return some.flatMap(({ span }) =>
    placed.filter(({ span: own }) => own.start >= span.start && own.start < span.end),
  )
}
