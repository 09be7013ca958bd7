import type { Span } from '../../markdown/block.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import {
  belowHead,
  type Level2Result,
  type Passage,
  type Placed,
  type PrintOptions,
  printRecords,
} from '../layout/print-records.ts'
import { damageNotice } from '../read/damage-notice.ts'
import type { Outline } from '../read/outline.ts'
import { outlineOfRead } from '../read/outline.ts'
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
  const outline = 'notes' in known ? outlineOfRead(known.notes.sections, text.length) : known
  const segments = segmentsOf(text, outline)
  const { best, matches } = rank(text, segments, options.query, MAX_CANDIDATES)
  const ordered = fuse(byRecency(text, best), segments, options.others, text)
  const some = ordered.slice(0, MAX_CANDIDATES)
  const part = whole ?? readParts(text, some.flatMap(partsOf), options)
  const found = foundIn(part, some)
  const { lineAt, damage } = part
  return belowHead(damage === undefined ? undefined : damageNotice(damage, lineAt), options, left => {
    if (found.length > 0)
      return printRecords(text, part, found, Math.max(matches, ordered.length, found.length), left)
    return { text: noMatch(text, segments, lineAt, left), shown: [], more: 0, lineAt }
  })
}

function partsOf({ section, span, header }: Segment): Span[] {
  return [...headingsOf(section), ...(header === undefined ? [] : [header]), span]
}

/** Breaks ties by recency. Looks for the date at the start, where records have theirs. */
function byRecency(text: string, ranked: readonly { found: Segment; score: number }[]): Segment[] {
  const dateOf = ({ span }: Segment): string =>
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

/**
 * The records in the given segments, in the same order, and the passages that belong to none. Leaves out superseded
 * decisions, which are history.
 */
function foundIn({ notes, placeOf }: ReadPart, some: readonly Segment[]): readonly (Placed | Passage)[] {
  const placed = notes.records.map(record => ({ record, span: placeOf(record) }))
  const found = new Set<Placed | Passage>()
  for (const { section, span } of some) {
    const inside = placed.filter(({ span: own }) => own.start < span.end && own.end > span.start)
    for (const each of inside)
      if (!('status' in each.record && each.record.status === 'superseded')) found.add(each)
    if (inside.length === 0) found.add({ title: section.title, span })
  }
  return [...found]
}
