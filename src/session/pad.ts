import { unlike } from './given.ts'

/** A tagged note. */
export interface Card {
  readonly id: string
  readonly content: string
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  /** Addressed: still found by search, no longer listed. */
  readonly scratched: boolean
}

/** How a record is called in NOTES.md. */
export interface RecordName {
  readonly title: string
  /** When it was decided. */
  readonly at?: string
}

/** A text of the pad that was moved into NOTES.md. */
export interface Promotion {
  readonly text: string
  /** Decision, debt, question, blocker or learning. */
  readonly as: string
  /** The card it was, if it was one. */
  readonly card?: string
  /** What it became there, unless an older version wrote this. */
  readonly record?: RecordName
  readonly at: string
}

/** One text may become several things, each once. */
export const isSamePromotion = (one: Omit<Promotion, 'at'>, other: Omit<Promotion, 'at'>): boolean =>
  one.text === other.text && one.card === other.card && one.as === other.as

/** How a session came to its pad. */
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
  /** How many cards have each tag. */
  readonly tags: ReadonlyMap<string, number>
  readonly promoted: readonly Promotion[]
  readonly lineage: Lineage | undefined
  /** The newest card id ever given, so that none is given twice. */
  readonly newestCard: string | undefined
}

/** What happened to a pad: one entry of its log. */
export type Change =
  | { readonly key: 'notes' | 'plan' | 'legacy'; readonly text: string }
  | { readonly key: 'refs'; readonly refs: readonly string[] }
  | { readonly key: 'card'; readonly card: Card }
  | { readonly key: 'card-deleted'; readonly id: string }
  /** What a write left out because it was too long. */
  | { readonly key: 'cut'; readonly space: Space; readonly text: string }
  | { readonly key: 'promoted'; readonly promotion: Promotion }
  | { readonly key: 'lineage'; readonly lineage: Lineage }

/** The pad of a session, when somebody hands one over: its JSON is not enough, cards are a map. */
export function padGiven(value: unknown): Pad {
  if (isPad(value)) return value
  throw unlike(value, 'a pad', 'the `pad` of a session')
}

const isPad = (value: unknown): value is Pad =>
  typeof value === 'object' &&
  value !== null &&
  'cards' in value &&
  value.cards instanceof Map &&
  ['notes', 'plan', 'refs', 'promoted'].every(name => name in value)

export const isEmpty = ({ notes, plan, refs }: Pad): boolean =>
  notes === '' && plan === '' && refs.length === 0

/** Refs beyond the limit come from a log that others wrote: the newest count, as `refs.add` keeps them. */
export const capRefs = (refs: readonly string[], most: number): readonly string[] =>
  most > 0 && refs.length > most ? refs.slice(-most) : refs
