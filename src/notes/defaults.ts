/** The formats of a project's ids. */
export interface Conventions {
  readonly beadPrefixes: readonly string[]
  /** Templates for `idLength`. */
  readonly debtIds: readonly string[]
}

export const DEFAULT_CONVENTIONS: Conventions = {
  beadPrefixes: ['bd', 'br', 'beads'],
  debtIds: ['TD-###'],
}

/** The limits of a project that configures none: token budgets of recovery, decisions in the log, bytes of the file. */
export const DEFAULT_LIMITS = { level1: 100, level2: 500, keep: 20, fileBytes: 204_800 } as const
