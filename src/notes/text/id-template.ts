/**
 * Length of the id at the start of a text, by the longest matching template, or 0. In a template, `#` matches one
 * digit and any other character itself. A final `#` also matches further digits, so `TD-###` matches TD-1024.
 * Templates come from the configuration, which a pull request may change: each costs at most the length of the id.
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
