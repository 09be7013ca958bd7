import type { SessionEvent } from '../../../files/user/session-log.ts'

/** A session's state for hooks, from its log. */
export interface SessionState {
  readonly turns: number
  /** The name of the level 1 slice that is in the conversation. */
  readonly slice: string | undefined
  /** The stamp of the pad when the model was last shown it; undefined if the pad is not in the context. */
  readonly pad: string | undefined
  /** The number of warnings since the last compaction, or since it was held back. */
  readonly warned: number
  /** The number of times that compaction has been held back since the last one. */
  readonly held: number
  /** The turn in which the pad was last seen to change. */
  readonly lastUse: number
  readonly compactedSincePrompt: boolean
  /** When the conversation was last compacted, as an ISO date. */
  readonly compactedAt: string
  /** Handles of decisions that the model was told about in this context. */
  readonly told: ReadonlySet<string>
  /** States of subagents' pads that were reported. */
  readonly reported: ReadonlySet<string>
  /** The prompt in which the model was last advised to clear a tool result. */
  readonly cleared: string | undefined
  /** Records written since the last handoff. */
  readonly wrote: readonly (readonly [kind: string, title: string])[]
}

export function stateOf(events: readonly SessionEvent[]): SessionState {
  let state = {
    turns: 0,
    slice: undefined as string | undefined,
    pad: undefined as string | undefined,
    warned: 0,
    held: 0,
    lastUse: 0,
    compactedSincePrompt: false,
    compactedAt: '',
    cleared: undefined as string | undefined,
  }
  const told = new Set<string>()
  const reported = new Set<string>()
  let wrote: (readonly [string, string])[] = []
  for (const event of events) {
    const isPrompt = event.event === 'UserPromptSubmit'
    if (isPrompt) state = { ...state, turns: state.turns + 1, compactedSincePrompt: false }
    if (event.pad !== undefined) {
      const changed = state.pad !== undefined && event.pad !== state.pad
      state = { ...state, pad: event.pad, ...(changed ? { lastUse: state.turns } : {}) }
    }
    if (event.slice !== undefined) state = { ...state, slice: event.slice }
    if (event.compacted) {
      told.clear()
      state = {
        ...{ ...state, warned: 0, held: 0 },
        ...{ compactedSincePrompt: true, compactedAt: event.at ?? state.compactedAt },
      }
    }
    if (event.warned) state = { ...state, warned: state.warned + 1 }
    // Warn the model again: it did not save the pad after the first warning.
    if (event.held) state = { ...state, held: state.held + 1, warned: 0 }
    if (event.clearing !== undefined) state = { ...state, cleared: event.clearing }
    for (const handle of event.told ?? []) told.add(handle)
    for (const pad of event.reported ?? []) reported.add(pad)
    // A row in the log is itself a handoff.
    if (event.wrote?.some(([kind]) => kind === 'log')) wrote = []
    else if (event.wrote !== undefined) wrote.push(...event.wrote)
    if (event.handedOn) wrote = []
  }
  return { ...state, told, reported, wrote }
}
