import type { BlockOrder } from './prompt/block.ts'
import { type NudgeSettings, noNudges } from './prompt/nudges.ts'

/** The capacity of a pad. 0 means no limit. */
export interface Limits {
  /** UTF-16 units. */
  readonly notes: number
  /** UTF-16 units. */
  readonly plan: number
  /** Items. */
  readonly refs: number
  /** Tokens of four UTF-16 units, for the single-text scratchpad. */
  readonly tokens: number
  readonly cards: CardLimits
}

export interface CardLimits {
  /** Code points. */
  readonly characters: number
  readonly minTags: number
  readonly maxTags: number
}

export const defaultLimits: Limits = {
  notes: 4000,
  plan: 2000,
  refs: 50,
  tokens: 2000,
  cards: { characters: 4000, minTags: 0, maxTags: 10 },
}

/** Forge's own limits (its ADR 0032). */
export const FORGE: CardLimits = { characters: 800, minTags: 1, maxTags: 5 }

/** Settings can tighten Forge's limits but not widen them. */
export function forgeLimits({ characters, maxTags }: CardLimits): CardLimits {
  const tighter = (limit: number, max: number) => (limit === 0 ? max : Math.min(limit, max))
  return {
    characters: tighter(characters, FORGE.characters),
    minTags: FORGE.minTags,
    maxTags: tighter(maxTags, FORGE.maxTags),
  }
}

export const isOver = (used: number, limit: number): boolean => limit > 0 && used > limit

/** The first `max` UTF-16 units, or one fewer when the cut would split a surrogate pair. */
export function clip(text: string, max: number): string {
  if (max === 0 || text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  const isHigh = last >= 0xd800 && last <= 0xdbff
  const next = text.charCodeAt(max)
  return text.slice(0, isHigh && next >= 0xdc00 && next <= 0xdfff ? max - 1 : max)
}

export const countTokens = (text: string): number => Math.ceil(text.length / 4)

/** Approximates characters as a person counts them: an emoji is one, not two. */
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

export interface SessionSettings {
  /** False hides the scratchpad, its block and the guidance from models. */
  readonly enabled: boolean
  readonly limits: Limits
  readonly nudges: NudgeSettings
  readonly order: BlockOrder
  /** The fraction of the compaction point at which the warning is due. */
  readonly warnAt: number
}

export const defaultSettings: SessionSettings = {
  enabled: true,
  limits: defaultLimits,
  nudges: noNudges,
  order: 'steer-first',
  warnAt: 0.85,
}
