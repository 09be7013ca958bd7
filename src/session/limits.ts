/** How much a pad may hold. 0 means no limit. */
export interface Limits {
  /** UTF-16 units. */
  readonly notes: number
  /** UTF-16 units. */
  readonly plan: number
  /** Items. */
  readonly refs: number
  /** Tokens of four UTF-16 units, for the scratchpad with one text. */
  readonly tokens: number
  readonly cards: CardLimits
}

export interface CardLimits {
  /** Code points. */
  readonly characters: number
  readonly fewestTags: number
  readonly mostTags: number
}

export const defaultLimits: Limits = {
  notes: 4000,
  plan: 2000,
  refs: 50,
  tokens: 2000,
  cards: { characters: 4000, fewestTags: 0, mostTags: 10 },
}

/** Forge's own limits (its ADR 0032); they can be made tighter, not wider. */
export function forgeLimits({ characters, mostTags }: CardLimits): CardLimits {
  const tighter = (limit: number, most: number) => (limit === 0 ? most : Math.min(limit, most))
  return { characters: tighter(characters, 800), fewestTags: 1, mostTags: tighter(mostTags, 5) }
}

export const isOver = (used: number, limit: number): boolean => limit > 0 && used > limit

/** The first `most` UTF-16 units, or one fewer where the cut would go through a character. */
export function clip(text: string, most: number): string {
  if (most === 0 || text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  const isHigh = last >= 0xd800 && last <= 0xdbff
  const next = text.charCodeAt(most)
  return text.slice(0, isHigh && next >= 0xdc00 && next <= 0xdfff ? most - 1 : most)
}

export const countTokens = (text: string): number => Math.ceil(text.length / 4)

/** Characters as a person counts them, more or less: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(at + 1)
    if (next >= 0xdc00 && next <= 0xdfff) count -= 1
  }
  return count
}
