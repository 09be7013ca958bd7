/** Token budgets (seed: about 100 and about 500); level 3 has none unless it is given. */
export const BUDGETS = { 1: 100, 2: 500, 3: null } as const
