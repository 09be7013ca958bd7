import type { Change } from './pad.ts'

/** What an operation would change, and what it answers once that is stored. */
export interface Planned<Answer> {
  readonly changes: readonly Change[]
  readonly answer: Answer
}
