import { fieldsGiven, ifGiven, numberGiven } from './given.ts'

/** Word for word what a session's controller says before it compacts. */
const compactionWarning = `[System] Context is approaching the token limit and will be compacted after your next response.
Review your session notepad and update it with any working state, findings, or progress you
need to preserve. Conversation details may be summarized during compaction, but the notepad
is kept in full.`

export interface ContextUse {
  readonly usedTokens: number
  readonly windowTokens: number
  /** Where the host compacts, if it says so. */
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

/** What is left free by the Claude Code client when it compacts (measured with 2.1.326). */
const RESERVE = 33_000

/** Where a host compacts that does not say it. Half of a window so small that nothing would be left. */
const compactionPoint = ({ windowTokens, compactsAt }: ContextUse): number =>
  compactsAt ?? (windowTokens > 2 * RESERVE ? windowTokens - RESERVE : windowTokens / 2)

/** Whether the last warning still stands: plain data, so that a hook can keep it between two processes. */
export interface WarningState {
  readonly warnedAt?: number | undefined
}

export interface CompactionCheck {
  readonly state: WarningState
  /** The text for the model, once before each compaction. */
  readonly warning: string | undefined
}

/** `warnAt` is the share of the way to the compaction at which the warning comes. */
export function checkCompaction(use: ContextUse, state: WarningState, warnAt: number): CompactionCheck {
  const line = compactionPoint(use) * warnAt
  // Below the line again: it was compacted, so the next one gets a warning of its own.
  if (!(use.usedTokens >= line)) return { state: {}, warning: undefined }
  if (state.warnedAt !== undefined) return { state, warning: undefined }
  return { state: { warnedAt: use.usedTokens }, warning: compactionWarning }
}
