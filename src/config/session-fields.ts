import { defaultLimits, FORGE } from '../session/limits.ts'
import { choice, type FieldTable, flag, integer, number } from './field.ts'

const most = (what: string, limit: number, example: number) =>
  integer({ default: limit, minimum: 0, maximum: 1_000_000, description: `${what}; 0 = no limit.`, example })

const nudge = (when: string, example: number) =>
  integer({ default: 0, minimum: 0, maximum: 1_000_000, description: `${when}; 0 = never.`, example })

/** The configuration keys of pads. */
export const sessionFields = {
  enabled: flag({
    default: true,
    description: 'Give models the pad of their session: its tools, its guidance and its block.',
    example: false,
  }),
  notes: { maxChars: most('How long the notes of a pad may be, in UTF-16 units', defaultLimits.notes, 8000) },
  plan: { maxChars: most('How long the plan of a pad may be, in UTF-16 units', defaultLimits.plan, 4000) },
  refs: { max: most('How many references a pad may hold', defaultLimits.refs, 100) },
  cards: {
    profile: choice(['adr', 'forge'], {
      default: 'adr',
      description: `\`forge\` holds cards to ${FORGE.characters} characters and ${FORGE.minTags} to ${FORGE.maxTags} tags; the two limits below can only be tighter.`,
      example: 'forge',
    }),
    maxChars: most('How long a card may be, in characters', defaultLimits.cards.characters, FORGE.characters),
    maxTags: most('How many tags a card may have', defaultLimits.cards.maxTags, FORGE.maxTags),
  },
  scratchpad: {
    maxTokens: most(
      'How long notes may be that are written without an action, in tokens of four units',
      defaultLimits.tokens,
      4000,
    ),
    nudgeAfterTurns: nudge('The turn from which on to hint at an empty pad', 3),
    nudgeOnPlanDetected: nudge('1: hint at an empty pad after an answer that outlines a plan', 1),
    nudgeAfterCompaction: nudge('1: hint at the pad after a compaction', 1),
    nudgeTurnsSinceLastUse: nudge('The number of turns without a change after which to hint at the pad', 10),
  },
  order: choice(['steer-first', 'pad-first'], {
    default: 'steer-first',
    description: 'What comes first before a message: the hints of the host, or the pad.',
    example: 'pad-first',
  }),
  compaction: {
    warnAt: number({
      default: 0.9,
      minimum: 0.1,
      maximum: 1,
      description: 'When to warn about the compaction of the context, as a fraction of the compaction point.',
      example: 0.8,
    }),
  },
  onClear: choice(['carry', 'fresh'], {
    default: 'carry',
    description:
      'What a session after `/clear` starts with: the pad of the previous session, or an empty one.',
    example: 'fresh',
  }),
} as const satisfies FieldTable
