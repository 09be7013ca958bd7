import type { RuleExample } from '../../../src/lint/rule.ts'

/** A rule example whose `reports` also have the end of each finding and its kind of fix: `3:4-3:19 moved, safe fix`. */
export interface Corner extends RuleExample {
  /** Text that the messages must contain, in the order of the findings. */
  readonly words?: readonly string[]
}

export type Corners = Readonly<Record<string, readonly Corner[]>>
