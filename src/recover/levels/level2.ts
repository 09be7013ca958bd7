import type { Span } from '../../markdown/block.ts'
import { estimateTokens } from '../../markdown/tokens.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import { showLine } from '../../safety/show-text.ts'
import type { NotesCommand } from '../layout/frame.ts'
import {
  belowHead,
  type Level2Result,
  type Passage,
  type Placed,
  printRecords,
  type StateOf,
} from '../layout/print-records.ts'
import { damageNotice } from '../read/damage-notice.ts'
import { type Outline, outlineOfRead, type Segment } from '../read/outline.ts'
import { headingsOf, type ReadPart, readParts } from '../read/read-part.ts'
import { segmentsOf } from '../read/segments.ts'
import { noMatch } from '../search/nearest.ts'
import { fuse, type LineHit, rank } from '../search/rank.ts'

export interface SearchOptions extends ReadOptions {
  readonly query: string
  readonly factor: number
  readonly command?: NotesCommand | undefined
  readonly stateOf: StateOf
  /** Hits of another search engine in this file, best first. Undefined without one. */
  readonly others?: readonly LineHit[] | undefined
}

/** A file that was searched. */
export interface Searched {
  /** Number of records and passages that match. */
  readonly matches: number
  /** Prints the best matches. `elsewhere` is the number of matches in another file, which are not shown. */
  print(budget: number, elsewhere?: number): Level2Result
}

/** Maximum segments to read closely: no budget holds more. */
const MAX_CANDIDATES = 40

/** Searches a file for the records that match a query best. `known` is its outline, or the whole file as read. */
export function searchFile(
  file: string,
  known: readonly Outline[] | ReadPart,
  options: SearchOptions,
): Searched {
  const whole = 'notes' in known ? known : undefined
  // In a file with conflicts, this is the side that was read.
  const text = whole?.notes.document.text ?? file
  const outline = 'notes' in known ? outlineOfRead(known.notes.sections, text.length) : known
  const segments = segmentsOf(text, outline)
  const { best, matches } = rank(text, segments, options.query, MAX_CANDIDATES)
  const ordered = fuse(byRecency(text, best), segments, options.others, text)
  const some = ordered.slice(0, MAX_CANDIDATES)
  const part = whole ?? readParts(text, some.flatMap(partsOf), options)
  const found = foundIn(part, some)
  const all = found.length === 0 ? 0 : Math.max(matches, ordered.length, found.length)
  const { lineAt, damage } = part
  const notice = damageNotice(damage, lineAt, options.command)
  return {
    matches: all,
    print: (budget, elsewhere = 0) =>
      belowHead(notice, { budget, factor: options.factor }, left => {
        const within = { ...options, budget: left }
        return all > 0
          ? printRecords(text, part, found, all + elsewhere, within)
          : { text: noMatch(text, segments, lineAt, within), shown: [], more: elsewhere }
      }),
  }
}

/** Share of the budget that is kept for archived records, and the minimum tokens for printing any of them. */
const ARCHIVE_SHARE = 0.2
const MIN_ARCHIVE = 40

/** Prints the matches in the notes and then, below a line that names it, the matches in the archive file. */
export function withArchive(
  live: Searched,
  archive: Searched & { readonly name: string },
  { budget, factor }: { readonly budget: number; readonly factor: number },
): Level2Result {
  if (archive.matches === 0) return live.print(budget)
  const archived = (most: number): Level2Result => {
    const head = `Archived in ${showLine(archive.name)}:`
    const result = belowHead(head, { budget: most, factor }, left => archive.print(left))
    return { ...result, shown: result.shown.map(record => ({ ...record, isArchived: true })) }
  }
  if (live.matches === 0) return archived(budget)
  const costOf = ({ text }: Level2Result): number => estimateTokens(text, factor)
  const least = Math.floor(budget * ARCHIVE_SHARE)
  const kept = least < MIN_ARCHIVE ? 0 : Math.max(MIN_ARCHIVE, costOf(archived(least))) + 1
  const first = live.print(budget - kept)
  // The sum is an estimate. The whole can cost a little more, so measure it.
  for (let left = budget - costOf(first) - 1; left >= MIN_ARCHIVE; ) {
    const second = archived(left)
    const text = `${first.text}\n${second.text}`
    const over = estimateTokens(text, factor) - budget
    if (over <= 0) return { text, shown: [...first.shown, ...second.shown], more: first.more + second.more }
    left -= over
  }
  return live.print(budget, archive.matches)
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
 * The records in the given segments, in the same order, and the passages that belong to no record. Leaves out
 * superseded decisions, which are history.
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
