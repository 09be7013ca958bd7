import { fieldsGiven, flagGiven, ifGiven, numberGiven, textGiven } from '../given.ts'

/** When to remind a model of its pad; 0 means never. */
export interface NudgeSettings {
  /** Remind from this turn on, while the pad is empty. */
  readonly afterTurns: number
  /** Remind when the last answer contains a plan and the pad is empty. */
  readonly onPlan: number
  readonly afterCompaction: number
  /** Remind when the pad has not changed for this many turns. */
  readonly turnsSinceUse: number
}

export const noNudges: NudgeSettings = { afterTurns: 0, onPlan: 0, afterCompaction: 0, turnsSinceUse: 0 }

/** The events since the last message. */
export interface Turn {
  readonly turn: number
  readonly lastAssistantText?: string | undefined
  readonly compacted?: boolean | undefined
}

export function turnGiven(given: unknown): Turn {
  const { turn, lastAssistantText, compacted } = fieldsGiven(given, 'nudges.next')
  return {
    turn: numberGiven(turn, '`turn` of nudges.next'),
    lastAssistantText: ifGiven(lastAssistantText, '`lastAssistantText` of nudges.next', textGiven),
    compacted: ifGiven(compacted, '`compacted` of nudges.next', flagGiven),
  }
}

export interface PadUse {
  readonly isEmpty: boolean
  /** The turn of the last change to the pad; 0 if there was none. */
  readonly lastUse: number
}

const HINTS = {
  turns: (turn: number) =>
    `[Hint: You're on turn ${turn} and your scratchpad is empty. Consider saving your plan or key findings to session_scratchpad so they survive context compaction.]`,
  plan: '[Hint: You outlined a plan in your last response but your scratchpad is empty. Consider saving it to session_scratchpad so it survives context compaction.]',
  compaction:
    '[Hint: Context was just compacted. If you have important state (plans, findings, decisions), save or review your session_scratchpad now — earlier context may have been summarized or dropped.]',
  stale: (turns: number) =>
    `[Hint: Your scratchpad hasn't been updated in ${turns} turns. Review it — does it still reflect your current plan and findings? Use session_scratchpad to refresh it.]`,
}

/** The hints that are due, one per line; empty when there are none. */
export function nudgesFor(
  { turn, lastAssistantText = '', compacted = false }: Turn,
  { isEmpty, lastUse }: PadUse,
  { afterTurns, onPlan, afterCompaction, turnsSinceUse }: NudgeSettings,
): string {
  const unused = turn - lastUse
  return [
    ...(isEmpty && afterTurns > 0 && turn >= afterTurns ? [HINTS.turns(turn)] : []),
    ...(isEmpty && onPlan > 0 && looksLikePlan(lastAssistantText) ? [HINTS.plan] : []),
    ...(compacted && afterCompaction > 0 ? [HINTS.compaction] : []),
    ...(!isEmpty && turnsSinceUse > 0 && unused >= turnsSinceUse ? [HINTS.stale(unused)] : []),
  ].join('\n')
}

/**
 * Each pattern matches a step of a plan; three matches of the same pattern make a plan. Repeats are bounded, so that
 * matching stays fast on any text.
 */
const PATTERNS = [
  /^[^\S\n]{0,40}\d{1,9}[.)]\s{1,40}\S/gm,
  /\b(?:step|phase|stage)\s{1,40}\d/gi,
  /- \[[ x]\]/g,
]

/** Does the text look like a plan: three numbered lines, three named steps, or three tasks? */
export const looksLikePlan = (text: string): boolean =>
  PATTERNS.some(pattern => (text.match(pattern)?.length ?? 0) >= 3)
