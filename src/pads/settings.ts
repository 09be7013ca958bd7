import { defaultLimits, type Limits } from './limits.ts'
import type { BlockOrder } from './prompt/block.ts'
import { type NudgeSettings, noNudges } from './prompt/nudges.ts'

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
  warnAt: 0.9,
}
