import type { RuleExample } from '../../../src/lint/rule.ts'

/** An example of a rule with the ends of its findings: `line:column-line:column id`, and `, safe fix` if there is one. */
export interface Corner extends RuleExample {
  /** Text that the messages must contain, in the order of the findings. */
  readonly words?: readonly string[]
}

export type Corners = Readonly<Record<string, readonly Corner[]>>
