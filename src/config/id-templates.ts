/**
 * Describes what is wrong with an id template, worded as `expected …`; `protocol/id-template.ts` defines its meaning.
 */
export const wrongTemplate = (template: string): string | undefined =>
  /^[A-Za-z][\w.:/#-]{0,39}$/.test(template) && template.includes('#')
    ? undefined
    : 'expected a letter, then letters, digits, `-`, `_`, `.`, `:`, `/` and a `#` for each digit, such as TD-###'

/** Converts a former `debt.idPattern`, a regular expression, to templates; undefined for an unusual one. */
export function templatesFor(pattern: string): readonly string[] | undefined {
  const [, group, rest = ''] = /^\((?:\?:)?([^()]{1,200})\)([^()|]{1,60})$/.exec(pattern) ?? []
  const parts = (group ?? pattern)
    .split('|')
    .map(part =>
      `${part}${rest}`
        .replaceAll(/(?:\\d|\[0-9\])(?:\+|\{(\d),?\d?\})?/g, (_, digits = '1') => '#'.repeat(Number(digits)))
        .replaceAll(/\\([-.:/])/g, '$1'),
    )
  return parts.every(part => wrongTemplate(part) === undefined) ? parts : undefined
}
