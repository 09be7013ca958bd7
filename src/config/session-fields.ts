import { choice, type FieldTable, flag, integer, number } from './field.ts'

const most = (what: string, limit: number, example: number) =>
  integer({ default: limit, minimum: 0, maximum: 1_000_000, description: `${what}; 0 = no limit.`, example })

const nudge = (when: string, example: number) =>
  integer({ default: 0, minimum: 0, maximum: 1_000_000, description: `${when}; 0 = never.`, example })

/** The part of the configuration that is about pads. */
export const sessionFields = {
  enabled: flag({
    default: true,
    description: 'Whether models get the pad of their session: its tools, its guidance and its block.',
    example: false,
  }),
  notes: { maxChars: most('How long the notes of a pad may be, in UTF-16 units', 4000, 8000) },
  plan: { maxChars: most('How long the plan of a pad may be, in UTF-16 units', 2000, 4000) },
  refs: { max: most('How many references a pad may hold', 50, 100) },
  cards: {
    profile: choice(['adr', 'forge'], {
      default: 'adr',
      description:
        '`forge` holds cards to 800 characters and 1 to 5 tags; the two limits below can only be tighter.',
      example: 'forge',
    }),
    maxChars: most('How long a card may be, in characters', 4000, 800),
    maxTags: most('How many tags a card may have', 10, 5),
  },
  scratchpad: {
    maxTokens: most(
      'How long notes may be that are written without an action, in tokens of four units',
      2000,
      4000,
    ),
    nudgeAfterTurns: nudge('From which turn on an empty pad is hinted at', 3),
    nudgeOnPlanDetected: nudge('1: hint at an empty pad after an answer that lays out a plan', 1),
    nudgeAfterCompaction: nudge('1: hint at the pad after a compaction', 1),
    nudgeTurnsSinceLastUse: nudge('After how many turns without a change a pad is hinted at', 10),
  },
  order: choice(['steer-first', 'pad-first'], {
    default: 'steer-first',
    description: 'What stands first before a message: hints of the host, or the pad.',
    example: 'pad-first',
  }),
  compaction: {
    warnAt: number({
      default: 0.9,
      minimum: 0.1,
      maximum: 1,
      description: 'At which share of the way to the compaction of the context its warning comes.',
      example: 0.8,
    }),
  },
  onClear: choice(['carry', 'fresh'], {
    default: 'carry',
    description: 'What the session after a `/clear` begins with: the pad of the one before, or an empty one.',
    example: 'fresh',
  }),
} as const satisfies FieldTable
