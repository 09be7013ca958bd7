import type { Card, Pad } from '../pad.ts'
import { normalTags } from './cards.ts'

/** The default number of cards in a list or search. */
const DEFAULT_LIMIT = 10

export interface CardsFound {
  readonly notes: readonly Card[]
  /** The number of matches, shown or not. */
  readonly total: number
  readonly shown: number
  /** The number of matches before the first one shown. */
  readonly offset: number
}

export interface Wanted {
  readonly query?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly includeScratched: boolean
  /** 0 or undefined stands for the default. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Finds cards by tags and text, ranked by the position of the match, then newest first. */
export function findCards(
  pad: Pad,
  { query = '', tags = [], includeScratched, limit, offset }: Wanted,
): CardsFound {
  const needle = query.toLowerCase()
  const wanted = normalTags(tags)
  const found = [...pad.cards.values()]
    .filter(
      ({ scratched, tags }) => (includeScratched || !scratched) && wanted.every(tag => tags.includes(tag)),
    )
    .map(card => ({
      card,
      at: card.content.toLowerCase().indexOf(needle),
      time: Date.parse(card.updatedAt) || 0,
    }))
    .filter(({ at }) => at >= 0)
    .sort(before)
  const skipped = offset === undefined || !(offset >= 1) ? 0 : Math.floor(offset)
  const notes = found.slice(skipped, skipped + limitOrDefault(limit)).map(({ card }) => card)
  return { notes, total: found.length, shown: notes.length, offset: skipped }
}

/** The limit as a count; 0, a negative number or NaN means the default. */
export const limitOrDefault = (limit: number | undefined): number =>
  limit === undefined || !(limit >= 1) ? DEFAULT_LIMIT : Math.floor(limit)

interface Ranked {
  readonly card: Card
  readonly at: number
  readonly time: number
}

const before = (a: Ranked, b: Ranked): number =>
  a.at - b.at || b.time - a.time || (a.card.id < b.card.id ? 1 : a.card.id > b.card.id ? -1 : 0)

export interface TagCount {
  readonly tag: string
  readonly count: number
}

/** Counts the tags of cards that are not scratched, sorted by name. */
export function countTags(pad: Pad): readonly TagCount[] {
  const counts = new Map<string, number>()
  for (const { scratched, tags } of pad.cards.values())
    if (!scratched) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
