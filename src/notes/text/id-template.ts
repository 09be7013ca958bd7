/**
 * The length of the id at the start of a text, by the longest template that fits; 0 when none does. In a template, `#`
 * is one digit and everything else is itself; one that ends in `#` takes more digits too, so `TD-###` fits TD-1024.
 * Templates come from a configuration, which a pull request can bring: each costs at most the length of the id.
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
