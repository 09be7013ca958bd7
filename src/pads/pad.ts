import { wrongType } from './given.ts'

/** A tagged note. */
export interface Card {
  readonly id: string
  readonly content: string
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  /** True once addressed: search still finds the card, but lists leave it out. */
  readonly scratched: boolean
}

/** The name of a record in NOTES.md. */
export interface RecordName {
  readonly title: string
  /** The date of the record, if it has one of its own. */
  readonly at?: string
}

/** Text from the pad that became a record in NOTES.md. It also stays in the pad. */
export interface Promotion {
  readonly text: string
  /** The kind of record that it became. */
  readonly as: string
  /** The id of the card, if the text came from one. */
  readonly card?: string
  /** The record it became; missing in entries from older versions. */
  readonly record?: RecordName
  readonly at: string
}

/** Is it the same text, promoted as the same kind? The same text may be promoted as several kinds, once each. */
export const isSamePromotion = (one: Omit<Promotion, 'at'>, other: Omit<Promotion, 'at'>): boolean =>
  one.text === other.text && one.card === other.card && one.as === other.as

/** The origin of a session and its pad. */
export interface Lineage {
  readonly kind: 'spawn' | 'fork' | 'clear' | 'import'
  readonly from: string
  readonly at: string
}

export type Space = 'notes' | 'plan' | 'refs'

/** One session's working memory. */
export interface Pad {
  readonly notes: string
  readonly plan: string
  readonly refs: readonly string[]
  readonly cards: ReadonlyMap<string, Card>
  /** The number of cards with each tag. */
  readonly tags: ReadonlyMap<string, number>
  readonly promoted: readonly Promotion[]
  readonly lineage: Lineage | undefined
  /** The newest card id ever issued, so that no id is issued twice. */
  readonly newestCard: string | undefined
}

/** A change to a pad: one entry of its log. */
export type Change =
  | { readonly key: 'notes' | 'plan' | 'legacy'; readonly text: string }
  | { readonly key: 'refs'; readonly refs: readonly string[] }
  | { readonly key: 'card'; readonly card: Card }
  | { readonly key: 'card-deleted'; readonly id: string }
  /** The part of a write that exceeded the limit. */
  | { readonly key: 'cut'; readonly space: Space; readonly text: string }
  | { readonly key: 'promoted'; readonly promotion: Promotion }
  | { readonly key: 'lineage'; readonly lineage: Lineage }

/** Checks a pad passed by a caller. A pad parsed from JSON is refused, because its cards are not a map. */
export function padGiven(value: unknown): Pad {
  if (isPad(value)) return value
  throw wrongType(value, 'a pad', 'the `pad` of a session')
}

const isPad = (value: unknown): value is Pad =>
  typeof value === 'object' &&
  value !== null &&
  'cards' in value &&
  value.cards instanceof Map &&
  ['notes', 'plan', 'refs', 'promoted'].every(name => name in value)

export const isEmpty = ({ notes, plan, refs }: Pad): boolean =>
  notes === '' && plan === '' && refs.length === 0

/** Keeps the newest refs, as `refs.add` does. Refs beyond the limit come from a log written by another program. */
export const capRefs = (refs: readonly string[], max: number): readonly string[] =>
  max > 0 && refs.length > max ? refs.slice(-max) : refs

/** The changes an operation makes, and its answer once they are stored. */
export interface Planned<Answer> {
  readonly changes: readonly Change[]
  readonly answer: Answer
}
