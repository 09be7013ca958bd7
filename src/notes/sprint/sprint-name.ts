/**
 * One key for every spelling of a sprint: `S03`, `Sprint 3`, `sprint-03` and a bare `3` are `sprint-3`, `Cycle 104` is
 * `cycle-104`. Undefined for text that is more than a name, or a date.
 *
 * @example sprintKey('S03') === sprintKey('Sprint 3')
 */
export function sprintKey(text: string): string | undefined {
  const plain = text.replaceAll(/[*`~]/g, '').trim()
  if (!NAME.test(plain) || DATE.test(plain)) return undefined
  const words = (plain.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []).map(word =>
    word.replace(/^0+(?=\d)/, ''),
  )
  const [first = ''] = words
  if (/^\d/.test(first)) return words.length === 1 ? `sprint-${first}` : words.join('-')
  return [first === 's' ? 'sprint' : first, ...words.slice(1)].join('-')
}

/** Letters, digits and what joins them: a name goes into headings and lines of the archive as it is. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _#.-]{0,39}$/u
const DATE = /^\d{4}-\d{2}-\d{2}/

/** A bare number says little on its own. */
export const sprintLabel = (name: string): string => (/^\d+$/.test(name) ? `Sprint ${name}` : name)

/**
 * The sprints that a sentence names. A bare `S03` is one; `S24` may be a phone and `S256` a hash, so they count only
 * when `known`, and `S3` is a store of Amazon's. `Sprints 3 to 5` names several, whichever they are.
 */
export function sprintsIn(text: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [, word = '', first = '', joined, second] of text.matchAll(SPELLED)) {
    keys.add(`${word.toLowerCase()}-${Number(first)}`)
    if (second !== undefined)
      keys.add(`${word.toLowerCase()}-${Number(second)}${joined === '.' ? ' in part' : ''}`)
  }
  const short = [...text.matchAll(SHORT)].map(([, digits = '']) => digits)
  // In "S12 done, S13 starts" the second is a sprint as surely as the first.
  if (short.some(digits => digits.startsWith('0') || known.has(`sprint-${Number(digits)}`)))
    for (const digits of short) keys.add(`sprint-${Number(digits)}`)
  if (/\b(?:sprints|cycles|iterations)[\s_#-]{1,3}S?\d/i.test(text)) keys.add(SEVERAL)
  return keys
}

/** Stands for sprints that a plural names without telling which. */
export const SEVERAL = 'several'

const SPELLED =
  /\b(sprint|cycle|iteration)[\s_#-]{0,3}(\d{1,6})(?:([./–-]|\s?(?:and|&|\+)\s?)(\d{1,6}))?(?!\w)/gi
const SHORT = /(?<![\w.])S(\d{2,4})(?!\w)/g
