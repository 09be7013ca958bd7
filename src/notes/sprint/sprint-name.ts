/**
 * A key for every spelling of a sprint: `S03`, `Sprint 3`, `sprint-03` and a bare `3` become `sprint-3`, `Cycle 104`
 * becomes `cycle-104`. Undefined for dates, and for text that is more than a name.
 *
 * @example sprintKey('S03') === sprintKey('Sprint 3')
 */
export function sprintKey(text: string): string | undefined {
  const plain = text.replaceAll(/[*`~]/g, '').trim()
  if (!isName(plain) || DATE.test(plain)) return undefined
  const words = (plain.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []).map(word =>
    word.replace(/^0+(?=\d)/, ''),
  )
  const [first = ''] = words
  if (/^\d/.test(first)) return words.length === 1 ? `sprint-${first}` : words.join('-')
  return [first === 's' ? 'sprint' : first, ...words.slice(1)].join('-')
}

/**
 * Does the text consist of letters, digits and a few joiners? A name goes unescaped into headings and lines of the
 * archive.
 */
const isName = (text: string): boolean =>
  /^[A-Za-z\d][\w #.-]{0,39}$/.test(text) || /^[\p{L}\p{N}][\p{L}\p{N} _#.-]{0,39}$/u.test(text)
const DATE = /^\d{4}-\d{2}-\d{2}/

/** Puts `Sprint` before a bare number. */
export const sprintLabel = (name: string): string => (/^\d+$/.test(name) ? `Sprint ${name}` : name)

/**
 * The sprints that a sentence names. `S03` is one. `S24` may be a phone and `S256` a hash, so these count only when
 * `known`. `S3` never counts, since it is Amazon's store. `Sprints 3 to 5` adds `SEVERAL`.
 */
export function sprintsIn(text: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [, word = '', first = '', joined, second] of text.matchAll(SPELLED)) {
    keys.add(`${word.toLowerCase()}-${Number(first)}`)
    if (second !== undefined)
      keys.add(`${word.toLowerCase()}-${Number(second)}${joined === '.' ? ' in part' : ''}`)
  }
  const short = [...text.matchAll(SHORT)].map(([, digits = '']) => digits)
  // One certain sprint makes the others certain: in "S12 done, S13 starts", both count if S12 is known.
  if (short.some(digits => digits.startsWith('0') || known.has(`sprint-${Number(digits)}`)))
    for (const digits of short) keys.add(`sprint-${Number(digits)}`)
  if (/\b(?:sprints|cycles|iterations)[\s_#-]{1,3}S?\d/i.test(text)) keys.add(SEVERAL)
  return keys
}

/** Key for a plural that does not tell which sprints it means. */
export const SEVERAL = 'several'

const SPELLED =
  /\b(sprint|cycle|iteration)[\s_#-]{0,3}(\d{1,6})(?:([./–-]|\s?(?:and|&|\+)\s?)(\d{1,6}))?(?!\w)/gi
const SHORT = /(?<![\w.])S(\d{2,4})(?!\w)/g
