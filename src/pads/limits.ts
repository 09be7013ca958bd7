import type { BlockOrder } from './prompt/block.ts'
import { WARN_AT } from './prompt/compaction.ts'
import { type NudgeSettings, noNudges } from './prompt/nudges.ts'

/** The capacity of a pad. 0 means no limit. */
export interface Limits {
  /** Notes written by the scratchpad, in UTF-16 units. */
  readonly notes: number
  /** Notes written by the notepad, in UTF-16 units. */
  readonly notepad: number
  /** The plan, in UTF-16 units. */
  readonly plan: number
  /** The number of references. */
  readonly refs: number
  /** One reference, in UTF-16 units. */
  readonly refLength: number
  /** The single-text scratchpad, in tokens of four UTF-16 units. */
  readonly tokens: number
  readonly cards: CardLimits
}

export interface CardLimits {
  /** The text of a card, in code points. */
  readonly characters: number
  readonly minTags: number
  readonly maxTags: number
}

export const defaultLimits: Limits = {
  notes: 4000,
  notepad: 0,
  plan: 2000,
  refs: 50,
  refLength: 1000,
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

/**
 * Returns the limit that applies to the notes: that of the tool adding to them or, if another tool stored more, the
 * smallest limit that allowed it. This way, no tool refuses text because of what another tool accepted.
 */
export function limitOfNotes(length: number, own: number, { notes, notepad, tokens }: NoteLimits): number {
  if (!isOver(length, own)) return own
  const larger = [notes, tokens * CHARACTERS_PER_TOKEN, notepad].filter(limit => !isOver(length, limit))
  // Text over every limit came from another program, or from before a limit was lowered.
  if (larger.length === 0) return own
  const finite = larger.filter(limit => limit > 0)
  return finite.length === 0 ? 0 : Math.min(...finite)
}

type NoteLimits = Pick<Limits, 'notes' | 'notepad' | 'tokens'>

export const CHARACTERS_PER_TOKEN = 4

export const isOver = (used: number, limit: number): boolean => limit > 0 && used > limit

/** The first `max` UTF-16 units, or one fewer when the cut would split a surrogate pair. */
export function clip(text: string, max: number): string {
  if (max === 0 || text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  const isHigh = last >= 0xd800 && last <= 0xdbff
  const next = text.charCodeAt(max)
  return text.slice(0, isHigh && next >= 0xdc00 && next <= 0xdfff ? max - 1 : max)
}

export const countTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** Approximates characters as a person counts them: an emoji is one, not two. */
export const countCharacters = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

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
  warnAt: WARN_AT,
}
