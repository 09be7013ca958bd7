/** Decisions that level 1 shows (seed: "last 3 decisions"). */
export const LAST_DECISIONS = 3
