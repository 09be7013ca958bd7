import type { BlockOrder } from './block.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { type NudgeSettings, noNudges } from './nudges.ts'

export interface SessionSettings {
  /** Whether models get scratchpad, block and guidance at all. */
  readonly enabled: boolean
  readonly limits: Limits
  readonly nudges: NudgeSettings
  readonly order: BlockOrder
  /** The share of the way to the compaction at which the warning comes. */
  readonly warnAt: number
}

export const defaultSettings: SessionSettings = {
  enabled: true,
  limits: defaultLimits,
  nudges: noNudges,
  order: 'steer-first',
  warnAt: 0.9,
}
