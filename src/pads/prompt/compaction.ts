import { fieldsGiven, ifGiven, numberGiven } from '../given.ts'

/** The warning from the seed documents, verbatim. */
export const compactionWarning = `[System] Context is approaching the token limit and will be compacted after your next response.
Review your session notepad and update it with any working state, findings, or progress you
need to preserve. Conversation details may be summarized during compaction, but the notepad
is kept in full.`

export interface ContextUse {
  readonly usedTokens: number
  readonly windowTokens: number
  /** The token count at which the host compacts, if known. */
  readonly compactsAt?: number | undefined
}

export function useGiven(given: unknown): ContextUse {
  const { usedTokens, windowTokens, compactsAt } = fieldsGiven(given, 'compaction.check')
  return {
    usedTokens: numberGiven(usedTokens, '`usedTokens` of compaction.check'),
    windowTokens: numberGiven(windowTokens, '`windowTokens` of compaction.check'),
    compactsAt: ifGiven(compactsAt, '`compactsAt` of compaction.check', numberGiven),
  }
}

/** The tokens that Claude Code keeps free when it compacts (measured with 2.1.326). */
const RESERVE = 33_000

/**
 * The compaction point; for a host that does not report one, the window less the reserve, or half of a window that is
 * too small for the reserve.
 */
const compactionPoint = ({ windowTokens, compactsAt }: ContextUse): number =>
  compactsAt ?? (windowTokens > 2 * RESERVE ? windowTokens - RESERVE : windowTokens / 2)

/** The fraction of the compaction point at which the warning is due, unless a configuration sets another. */
export const WARN_AT = 0.85

/** Has usage reached this fraction of the compaction point? */
export const isCompactionNear = (use: ContextUse, warnAt: number): boolean =>
  use.usedTokens >= compactionPoint(use) * warnAt
