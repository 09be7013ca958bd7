import { normalTags } from './cards.ts'
import type { Card, Pad } from './pad.ts'

/** How many cards a list or a search shows when nobody says. */
const USUAL = 10

export interface CardsFound {
  readonly notes: readonly Card[]
  /** How many matched, shown or not. */
  readonly total: number
  readonly shown: number
}

export interface Wanted {
  readonly query?: string | undefined
  /** All of them. */
  readonly tags?: readonly string[] | undefined
  readonly includeScratched: boolean
  /** 0 or nothing: the usual. */
  readonly limit?: number | undefined
}

/** Cards by tags and words: those whose match stands nearest to the beginning first, then the newest. */
export function findCards(pad: Pad, { query = '', tags = [], includeScratched, limit }: Wanted): CardsFound {
  const needle = query.toLowerCase()
  const wanted = normalTags(tags)
  const found: Ranked[] = []
  for (const card of pad.cards.values()) {
    if (!includeScratched && card.scratched) continue
    if (!wanted.every(tag => card.tags.includes(tag))) continue
    const at = needle === '' ? 0 : lowerCase(card).indexOf(needle)
    if (at >= 0) found.push({ card, at, time: timeOf(card) })
  }
  const most = mostOf(limit)
  const notes = best(found, most).map(({ card }) => card)
  return { notes, total: found.length, shown: notes.length }
}

/** A count that makes sense: 0, less, or no number at all is the usual. */
export const mostOf = (limit: number | undefined): number =>
  limit === undefined || !(limit >= 1) ? USUAL : Math.floor(limit)

interface Ranked {
  readonly card: Card
  readonly at: number
  readonly time: number
}

const before = (a: Ranked, b: Ranked): number =>
  a.at - b.at || b.time - a.time || (a.card.id < b.card.id ? 1 : a.card.id > b.card.id ? -1 : 0)

/** The best of many without sorting all: ten of ten thousand are found in one pass. */
function best(found: readonly Ranked[], most: number): readonly Ranked[] {
  if (found.length <= most || most > 100) return found.toSorted(before).slice(0, most)
  const kept: Ranked[] = []
  for (const candidate of found) {
    const last = kept[most - 1]
    if (last !== undefined && before(last, candidate) <= 0) continue
    const at = kept.findIndex(other => before(candidate, other) < 0)
    kept.splice(at < 0 ? kept.length : at, 0, candidate)
    if (kept.length > most) kept.pop()
  }
  return kept
}

const lowered = new WeakMap<Card, string>()
const times = new WeakMap<Card, number>()

/** Cards never change, only give way to others, so what was worked out for one stays true. */
function lowerCase(card: Card): string {
  const known = lowered.get(card) ?? card.content.toLowerCase()
  lowered.set(card, known)
  return known
}

function timeOf(card: Card): number {
  const known = times.get(card) ?? (Date.parse(card.updatedAt) || 0)
  times.set(card, known)
  return known
}

export interface TagCount {
  readonly tag: string
  readonly count: number
}

/** The tags of cards that are not scratched, by name. */
export function countTags(pad: Pad): readonly TagCount[] {
  const counts = new Map<string, number>()
  for (const { scratched, tags } of pad.cards.values())
    if (!scratched) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => (a.tag < b.tag ? -1 : 1))
}
