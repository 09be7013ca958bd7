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

/** A word in the heading of an entry shows its topic. */
const TITLE_WEIGHT = 2.5

/** A record that contains `TD-003` or `src/db.ts` verbatim is the one meant, even if others share parts of the name. */
const NAME_WEIGHT = 50

/**
 * Ranks `all`, which is in file order, against a query. A word matches itself, its stem, a prefix and, if nothing else
 * matches, a word with one letter wrong.
 */
export function rank<Found extends Searchable>(
  text: string,
  all: readonly Found[],
  query: string,
  most: number,
): Ranking<Found> {
  const terms = readQuery(query)
  const lower = lowerCase(text)
  const tally = new Tally(all)
  for (const term of terms) {
    tally.start()
    findTerm(lower, text, term, tally.add)
    if (tally.isEmpty) findTypo(lower, text, term, tally.add)
    tally.finish()
  }
  const names = namesIn(query)
  for (const name of names) {
    tally.start()
    findName(lower, name, at => tally.add(at, NAME_WEIGHT))
    tally.finish()
  }
  return tally.best(terms.length + names.length, most)
}

/** Accumulates the score of each record. Uses flat arrays, since there may be 100,000 records. */
class Tally<Found extends Searchable> {
  readonly #all: readonly Found[]
  readonly #scores: Float64Array
  readonly #terms: Uint8Array
  readonly #weights: Float64Array
  readonly #averageLength: number
  #touched: number[] = []
  #index = 0

  constructor(all: readonly Found[]) {
    this.#all = all
    this.#scores = new Float64Array(all.length)
    this.#terms = new Uint8Array(all.length)
    this.#weights = new Float64Array(all.length)
    let length = 0
    for (const { span } of all) length += span.end - span.start
    this.#averageLength = length / Math.max(1, all.length)
  }

  get isEmpty(): boolean {
    return this.#touched.length === 0
  }

  start(): void {
    for (const index of this.#touched) this.#weights[index] = 0
    this.#touched = []
    this.#index = 0
  }

  /** Expects matches in the order of the text. */
  readonly add: OnMatch = (at, quality) => {
    const all = this.#all
    while (this.#index < all.length && (all[this.#index]?.span.end ?? 0) <= at) this.#index++
    const here = all[this.#index]
    if (here === undefined || at < here.span.start) return
    const before = this.#weights[this.#index] ?? 0
    if (before === 0) this.#touched.push(this.#index)
    this.#weights[this.#index] = before + (at < here.titleEnd ? quality * TITLE_WEIGHT : quality)
  }

  finish(): void {
    const count = this.#touched.length
    const rarity = Math.log(1 + (this.#all.length - count + 0.5) / (count + 0.5))
    for (const index of this.#touched) {
      const span = this.#all[index]?.span
      if (span === undefined) continue
      const size = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * ((span.end - span.start) / this.#averageLength)
      const weight = this.#weights[index] ?? 0
      this.#scores[index] =
        (this.#scores[index] ?? 0) + rarity * ((weight * (DAMPING + 1)) / (weight + DAMPING * size))
      this.#terms[index] = (this.#terms[index] ?? 0) + 1
    }
  }

  best(terms: number, most: number): Ranking<Found> {
    const scores = this.#scores
    let matches = 0
    for (let index = 0; index < scores.length; index++) {
      const score = scores[index] ?? 0
      if (score <= 0) continue
      matches++
      // Prefers records with all the words over records with one of them many times.
      scores[index] = score * Math.sqrt((this.#terms[index] ?? 0) / Math.max(1, terms))
    }
    const least = matches <= most ? 0 : (scores.slice().sort().at(-most) ?? 0)
    const best: Ranked<Found>[] = []
    for (let index = 0; index < scores.length && best.length < MAX_EQUAL; index++) {
      const found = this.#all[index]
      const score = scores[index] ?? 0
      if (found !== undefined && score > 0 && score >= least) best.push({ found, score })
    }
    return { matches, best: best.sort((a, b) => b.score - a.score) }
  }
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

/**
 * Merges a ranking with the hits of another engine: records found by both come first. Without such hits, the ranking is
 * unchanged.
 */
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
