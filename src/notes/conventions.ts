/** The formats of a project's ids. */
export interface Conventions {
  readonly beadPrefixes: readonly string[]
  /** Templates for `idLength`, for the kind that has its own numbering. */
  readonly idTemplates: readonly string[]
}

export const DEFAULT_CONVENTIONS: Conventions = {
  beadPrefixes: ['bd', 'br', 'beads'],
  idTemplates: ['TD-###'],
}

/**
 * Returns the length of the id at the start of a text, or 0. If several templates match, the longest id counts. In a
 * template, `#` matches one digit, and any other character matches itself. A final `#` also matches further digits, so
 * `TD-###` matches TD-1024. Templates come from the configuration, which a pull request may change, so matching one
 * takes no longer than reading the id.
 */
export function idLength(text: string, templates: readonly string[]): number {
  return Math.max(0, ...templates.map(template => lengthBy(template, text)))
}

function lengthBy(template: string, text: string): number {
  let at = 0
  for (; at < template.length; at++)
    if (template[at] === '#' ? !isDigit(text[at]) : text[at] !== template[at]) return 0
  if (template.endsWith('#')) while (isDigit(text[at])) at++
  return at
}

const isDigit = (unit: string | undefined): boolean => unit !== undefined && unit >= '0' && unit <= '9'

/** Default limits: the token budgets of recovery, the decisions kept in the log, and the size of the file in bytes. */
export const DEFAULT_LIMITS = { level1: 100, level2: 500, keep: 20, fileBytes: 204_800 } as const
