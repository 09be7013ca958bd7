import type { Span } from '../../document/block.ts'
import { findTerm, findTypo, type Match } from './matches.ts'
import { readQuery } from './query.ts'

/** Something that can be found: a stretch of the text, the first line of which counts most. */
export interface Searchable {
  readonly span: Span
  readonly titleEnd: number
}

export interface Ranked<Found> {
  readonly found: Found
  readonly score: number
}

/** BM25 with the usual damping; records differ in length by what they are, so that length counts for less. */
const DAMPING = 1.2
const LENGTH_WEIGHT = 0.4

/** A word in the heading of an entry says what it is about. */
const TITLE_WEIGHT = 2.5

/**
 * What of `all`, which stands in file order, matches a query, the best first; equal ones keep their order. A word is
 * found as itself, by its stem, as the start of a word and, when all of that fails, with one letter wrong.
 */
export function rank<Found extends Searchable>(
  text: string,
  all: readonly Found[],
  query: string,
): Ranked<Found>[] {
  const terms = readQuery(query)
  const lower = lowerCase(text)
  const length = all.reduce((sum, { span }) => sum + span.end - span.start, 0) / Math.max(1, all.length)
  const scores = new Float64Array(all.length)
  const hits = new Uint8Array(all.length)
  for (const term of terms) {
    const exact = weigh(all, findTerm(lower, text, term))
    const weights = exact.size > 0 ? exact : weigh(all, findTypo(lower, text, term))
    const rarity = Math.log(1 + (all.length - weights.size + 0.5) / (weights.size + 0.5))
    for (const [index, weight] of weights) {
      const { span } = all[index] ?? { span: { start: 0, end: 0 } }
      const size = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * ((span.end - span.start) / length)
      scores[index] = (scores[index] ?? 0) + rarity * ((weight * (DAMPING + 1)) / (weight + DAMPING * size))
      hits[index] = (hits[index] ?? 0) + 1
    }
  }
  return all
    .map((found, index) => ({
      found,
      score: (scores[index] ?? 0) * coverage(hits[index] ?? 0, terms.length),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** Who has all the words is meant rather than who has one of them often. */
const coverage = (hits: number, terms: number): number => Math.sqrt(hits / Math.max(1, terms))

/** Adds up, for each record, how well and how often a term stands in it. */
function weigh(all: readonly Searchable[], matches: readonly Match[]): Map<number, number> {
  const weights = new Map<number, number>()
  let index = 0
  for (const { at, quality } of matches) {
    while (index < all.length && (all[index]?.span.end ?? 0) <= at) index++
    const here = all[index]
    if (here === undefined) break
    if (at < here.span.start) continue
    const weight = quality * (at < here.titleEnd ? TITLE_WEIGHT : 1)
    weights.set(index, (weights.get(index) ?? 0) + weight)
  }
  return weights
}

/** Unit for unit as long as the text: a few capitals, such as the Turkish dotted I, grow in lower case. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
}
