import type { Change } from './pad.ts'

/** The changes an operation makes, and its answer once they are stored. */
export interface Planned<Answer> {
  readonly changes: readonly Change[]
  readonly answer: Answer
}
