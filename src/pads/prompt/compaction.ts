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

/** By default, the warning waits until so few tokens are left: 15 % of a million would be many responses. */
const MAX_LEFT = 50_000

/** Is a warning due, after so many were given? The second and last comes when 30 % of the first one's room is left. */
export function isWarningDue(used: number, compactsAt: number, warnAt: number, given = 0): boolean {
  const left = Math.min(compactsAt * (1 - warnAt), warnAt === WARN_AT ? MAX_LEFT : compactsAt)
  if (given === 0) return used >= compactsAt - left
  // Past the compaction point it would only reach the summarizer.
  return given === 1 && used >= compactsAt - left * 0.3 && used < compactsAt
}

/** Has usage reached the point of the first warning? */
export const isCompactionNear = (use: ContextUse, warnAt: number): boolean =>
  isWarningDue(use.usedTokens, compactionPoint(use), warnAt)
