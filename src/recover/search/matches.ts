import type { Term } from './query.ts'
import { stem } from './stem.ts'

/** A place where a term stands, and how well: 1 for the very word. */
export interface Match {
  readonly at: number
  readonly quality: number
}

/** How close a word of the text is to the word that is looked for. */
const QUALITY = { exact: 1, stem: 0.9, prefix: 0.6, stemPrefix: 0.4, typo: 0.5 } as const

/**
 * Where a term stands in a text, by `indexOf` over the whole text in lower case: no index is built, because a process
 * that answers one query never earns it back (facts: 40 ms against 150 at 10,000 decisions).
 */
export function findTerm(lower: string, original: string, { word, stem: root }: Term): Match[] {
  const found: Match[] = []
  for (let at = lower.indexOf(root); at >= 0; at = lower.indexOf(root, at + root.length)) {
    if (!startsWord(lower, original, at)) continue
    const end = wordEnd(lower, original, at)
    const here = lower.slice(at, end)
    const quality = qualityOf(here, word, root)
    if (quality > 0) found.push({ at, quality })
  }
  return found
}

function qualityOf(here: string, word: string, root: string): number {
  if (here === word) return QUALITY.exact
  if (stem(here) === root) return QUALITY.stem
  if (here.startsWith(word)) return word.length >= 3 || here.length <= word.length + 1 ? QUALITY.prefix : 0
  return root.length >= 5 && here.length <= root.length + 5 ? QUALITY.stemPrefix : 0
}

/**
 * Where a word stands with one letter wrong, missing, too many or two swapped. One of its halves is then whole, so
 * that only the words around a half need be compared.
 */
export function findTypo(lower: string, original: string, { word }: Term): Match[] {
  if (word.length < 5) return []
  const half = word.length >> 1
  const starts = new Set<number>()
  for (const part of [word.slice(0, half), word.slice(half)])
    for (
      let at = lower.indexOf(part);
      at >= 0 && starts.size < MOST_CANDIDATES;
      at = lower.indexOf(part, at + 1)
    )
      starts.add(wordStart(lower, original, at))
  const found: Match[] = []
  for (const at of starts) {
    const here = lower.slice(at, wordEnd(lower, original, at))
    if (isOneEditAway(here, word)) found.push({ at, quality: QUALITY.typo })
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Halves such as `in` are everywhere. */
const MOST_CANDIDATES = 50_000

export function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || one === other) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1)
  const rest = short.slice(from + 1)
  if (rest === long.slice(from + 1)) return true
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from]
  return swapped && short.slice(from + 2) === long.slice(from + 2)
}

/** After anything but a letter or digit, or at the hump of a camelCase name. */
function startsWord(lower: string, original: string, at: number): boolean {
  if (at === 0 || !isWordUnit(lower.charCodeAt(at - 1))) return true
  return isHump(original, at)
}

function wordStart(lower: string, original: string, at: number): number {
  let start = at
  while (start > 0 && isWordUnit(lower.charCodeAt(start - 1)) && !isHump(original, start)) start--
  return start
}

function wordEnd(lower: string, original: string, at: number): number {
  let end = at + 1
  while (end < lower.length && isWordUnit(lower.charCodeAt(end)) && !isHump(original, end)) end++
  return end
}

const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 48 && unit <= 57) ||
  (unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f))

const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90
const isLower = (unit: number): boolean => (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

const isHump = (original: string, at: number): boolean =>
  isUpper(original.charCodeAt(at)) && isLower(original.charCodeAt(at - 1))
