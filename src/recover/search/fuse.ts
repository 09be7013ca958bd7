import type { Span } from '../../markdown/block.ts'
import { lineCounter } from '../../markdown/lines.ts'
import { linesOf } from '../layout/slice.ts'

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
  const lineAt = lineCounter(text)
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
