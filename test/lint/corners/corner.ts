import type { RuleExample } from '../../../src/lint/rule.ts'

/** Like an example of a rule; what it reports is `line:column-line:column id`, and `, safe fix` where it has one. */
export interface Corner extends RuleExample {
  /** What the messages must have in them, in the order of the findings. */
  readonly words?: readonly string[]
}

export type Corners = Readonly<Record<string, readonly Corner[]>>
