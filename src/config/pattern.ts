const longestPattern = 64
/** The longest table cell seen in real files has some 3,000 characters. */
const longestCell = 10_000
const mostSteps = 4 * longestCell ** 2

/**
 * What speaks against a pattern that is run over text we do not control. Backtracking time is the
 * product of the choices in a pattern, so these are multiplied instead of timed; a repeat around a
 * group, the classic exponential case, is refused.
 */
export function riskOfPattern(source: string): string | undefined {
  if (source.length > longestPattern) return `expected at most ${longestPattern} characters`
  try {
    // V8 compiles at the first match, and only then finds some patterns too large.
    if (new RegExp(`^(?:${source})$`, 'u').test('')) return 'expected a pattern that needs some text to match'
  } catch (error) {
    return `expected a regular expression (${error instanceof Error ? error.message : String(error)})`
  }

  // Escapes and classes become one letter, so that what is left of `?`, `*`, `+` and `{` are quantifiers.
  const shape = source
    .replace(/\\[pPu]\{[^}]*\}|\\[^1-9k]/gu, 'x')
    .replace(/\[(?:[^\]\\]|\\.)*\]/gu, 'x')
    .replace(/\(\?(?::|<\w+>)/gu, '(')
  if (shape.includes('\\')) return 'expected a pattern without back references'
  if (shape.includes('(?')) return 'expected a pattern without lookaround'
  if (/\)[*+{]/u.test(shape)) return 'expected a pattern that does not repeat a group'
  if (steps(shape) > mostSteps) return 'expected fewer open-ended repeats: at most two of `*`, `+` and `{n,}`'
  return undefined
}

function steps(shape: string): number {
  let product = 1
  for (const [choice, from, to] of shape.matchAll(/[*+?|]|\{(\d+),(\d*)\}/gu)) {
    if (choice === '?' || choice === '|') product *= 2
    else if (from === undefined || to === undefined || to === '') product *= longestCell
    else product *= Number(to) - Number(from) + 1
  }
  return product
}
