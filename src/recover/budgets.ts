import { NotesError } from '../error.ts'

/** Token budgets (seed: about 100 and about 500); level 3 has none unless it is given. */
export const BUDGETS = { 1: 100, 2: 500, 3: null } as const

/** Below it, no line of any use fits. */
export const MIN_BUDGET = 20

/** Refuses a budget that nothing can keep. */
export function assertBudget(budget: number | undefined): void {
  if (budget === undefined || budget >= MIN_BUDGET) return
  throw new NotesError(
    'usage',
    `Unexpected budget of ${budget} tokens, expected ${MIN_BUDGET} or more`,
    `Give ${MIN_BUDGET} or more, or none: level 1 then has ${BUDGETS[1]}, level 2 ${BUDGETS[2]}`,
  )
}
