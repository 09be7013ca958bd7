import type { Span } from '../../markdown/block.ts'
import { lineIndex } from '../../markdown/lines.ts'
import { linesOf } from '../layout/slice.ts'
import { findName, findTerm, findTypo, type OnMatch } from './matches.ts'
import { namesIn, readQuery } from './words.ts'

/** A searchable stretch of the text. Its heading, up to `titleEnd`, counts most. */
export interface Searchable {
  readonly span: Span
  readonly titleEnd: number
}

export interface Ranked<Found> {
  readonly found: Found
  readonly score: number
}

export interface Ranking<Found> {
  /** The total number of matches. */
  readonly matches: number
  /** The best matches, best first, including ties with the last one. */
  readonly best: readonly Ranked<Found>[]
}

/** BM25 with the usual damping. Length counts for less, since it depends on the kind of record. */
const DAMPING = 1.2
const LENGTH_WEIGHT = 0.4

/** A word in the heading of an entry tells its topic. */
const TITLE_WEIGHT = 2.5

/** A record with `TD-003` or `src/db.ts` as written is the one meant, even if others share parts of the name. */
const NAME_WEIGHT = 50

/**
 * Ranks `all`, which is in file order, by a query. A word matches itself, its stem, a prefix and, if nothing else
 * matches, a word with one letter wrong.
 */
export function rank<Found extends Searchable>(
  text: string,
  all: readonly Found[],
  query: string,
  most: number,
): Ranking<Found> {
  const terms = readQuery(query)
  const names = namesIn(query)
  const lower = lowerCase(text)
  const averageLength =
    all.reduce((sum, { span }) => sum + span.end - span.start, 0) / Math.max(1, all.length)
  const scores = all.map(() => 0)
  const counts = all.map(() => 0)
  const add = (weights: ReadonlyMap<number, number>): void => {
    const rarity = Math.log(1 + (all.length - weights.size + 0.5) / (weights.size + 0.5))
    for (const [index, weight] of weights) {
      const { start, end } = all[index]?.span ?? { start: 0, end: 0 }
      const size = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * ((end - start) / averageLength)
      const score = rarity * ((weight * (DAMPING + 1)) / (weight + DAMPING * size))
      scores[index] = (scores[index] ?? 0) + score
      counts[index] = (counts[index] ?? 0) + 1
    }
  }
  for (const term of terms) {
    const weights = weigh(all, onMatch => findTerm(lower, text, term, onMatch))
    add(weights.size > 0 ? weights : weigh(all, onMatch => findTypo(lower, text, term, onMatch)))
  }
  for (const name of names) add(weigh(all, onMatch => findName(lower, name, at => onMatch(at, NAME_WEIGHT))))
  const asked = Math.max(1, terms.length + names.length)
  const ranked = all
    // Prefers records with all the words over records with one of them many times.
    .map((found, index) => ({ found, score: (scores[index] ?? 0) * Math.sqrt((counts[index] ?? 0) / asked) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const least = ranked[most - 1]?.score ?? 0
  const best = ranked.filter(({ score }) => score >= least)
  return { matches: ranked.length, best: best.slice(0, MAX_EQUAL) }
}

/** Adds up the quality of the matches in each record, by its index. Expects them in the order of the text. */
function weigh(all: readonly Searchable[], find: (onMatch: OnMatch) => void): ReadonlyMap<number, number> {
  const weights = new Map<number, number>()
  let index = 0
  find((at, quality) => {
    while (index < all.length && (all[index]?.span.end ?? 0) <= at) index++
    const here = all[index]
    if (here === undefined || at < here.span.start) return
    const weight = at < here.titleEnd ? quality * TITLE_WEIGHT : quality
    weights.set(index, (weights.get(index) ?? 0) + weight)
  })
  return weights
}

/** Among thousands of ties, no order is meaningful. */
const MAX_EQUAL = 2_000

/** Keeps the length of the text: some capitals, such as the dotted I of Turkish, are longer in lower case. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
}

/** A hit of another search engine, in lines of the notes file. */
export interface LineHit {
  readonly from: number
  readonly to: number
}

/** The constant of reciprocal rank fusion in the paper (Cormack 2009), which ck uses too. */
const K = 60

/** Merges a ranking with the hits of another engine: items found by both come first. Unchanged without such hits. */
export function fuse<Found extends { readonly span: Span }>(
  own: readonly Found[],
  all: readonly Found[],
  others: readonly LineHit[] | undefined,
  text: string,
): readonly Found[] {
  if (others === undefined || others.length === 0) return own
  const lineAt = lineIndex(text).lineAt
  const placed = all.map(found => ({ found, lines: linesOf(found.span, lineAt) }))
  const scores = new Map<Found, number>(own.map((found, index) => [found, 1 / (K + index + 1)]))
  const seen = new Set<Found>()
  others.forEach((hit, index) => {
    for (const { found, lines } of placed) {
      const [from, to] = lines
      if (to < hit.from || from > hit.to || seen.has(found)) continue
      seen.add(found)
      scores.set(found, (scores.get(found) ?? 0) + 1 / (K + index + 1))
    }
  })
  return [...scores].sort((a, b) => b[1] - a[1]).map(([found]) => found)
}
