import type { Config } from '../../config/fields.ts'
import type { SessionSettings } from '../../pads/limits.ts'
import { forgeLimits } from '../../pads/limits.ts'

/** Translates the pad settings of a configuration into session settings. */
export function sessionSettings({ session }: Pick<Config, 'session'>): SessionSettings {
  const { enabled, notes, plan, refs, scratchpad, compaction } = session
  const cards = { characters: session.cards.maxChars, minTags: 0, maxTags: session.cards.maxTags }
  return {
    enabled,
    limits: {
      notes: notes.maxChars,
      plan: plan.maxChars,
      refs: refs.max,
      tokens: scratchpad.maxTokens,
      cards: session.cards.profile === 'forge' ? forgeLimits(cards) : cards,
    },
    nudges: {
      afterTurns: scratchpad.nudgeAfterTurns,
      onPlan: scratchpad.nudgeOnPlanDetected,
      afterCompaction: scratchpad.nudgeAfterCompaction,
      turnsSinceUse: scratchpad.nudgeTurnsSinceLastUse,
    },
    order: session.order === 'pad-first' ? 'pad-first' : 'steer-first',
    warnAt: compaction.warnAt,
  }
}
