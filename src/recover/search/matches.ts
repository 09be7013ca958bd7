import { isWordUnit, stem, type Term } from './words.ts'

/** Receives each match in order, with its quality: 1 for the exact word. */
export type OnMatch = (at: number, quality: number) => void

/** Similarity of a word in the text to the search word. */
const QUALITY = { exact: 1, stem: 0.9, prefix: 0.6, stemPrefix: 0.4, typo: 0.5 } as const

/**
 * Finds a term with `indexOf` on the lower-case text. An index would not pay off in a process that answers one query
 * (150 ms with an index, 40 ms without, at 10,000 decisions).
 */
export function findTerm(
  lower: string,
  original: string,
  { word, stem: root }: Term,
  onMatch: OnMatch,
): void {
  if (!isWordUnit(word.charCodeAt(0))) {
    // A word in a script without spaces matches anywhere.
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      onMatch(at, QUALITY.exact)
    return
  }
  // Words repeat, so the quality of each is cached.
  const known = new Map<string, number>()
  for (let at = lower.indexOf(root); at >= 0; at = lower.indexOf(root, at + root.length)) {
    if (at > 0 && isWordUnit(lower.charCodeAt(at - 1)) && !isHump(original, at)) continue
    if (lower.startsWith(word, at) && !isWordUnit(lower.charCodeAt(at + word.length))) {
      onMatch(at, QUALITY.exact)
      continue
    }
    const here = lower.slice(at, wordEnd(lower, original, at + root.length))
    let quality = known.get(here)
    if (quality === undefined) {
      quality = qualityOf(here, word, root)
      known.set(here, quality)
    }
    if (quality > 0) onMatch(at, quality)
  }
}

/** Finds an id or a path as written, and not inside a longer one: `TD-00` is not in `TD-003`. */
export function findName(lower: string, name: string, onName: (at: number) => void): void {
  const isPart = (unit: number): boolean => isWordUnit(unit) || unit === 95
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length))
    if (!isPart(lower.charCodeAt(at - 1)) && !isPart(lower.charCodeAt(at + name.length))) onName(at)
}

function qualityOf(here: string, word: string, root: string): number {
  if (here === word) return QUALITY.exact
  if (stem(here) === root) return QUALITY.stem
  if (here.startsWith(word)) return word.length >= 3 || here.length <= word.length + 1 ? QUALITY.prefix : 0
  return root.length >= 5 && here.length <= root.length + 5 ? QUALITY.stemPrefix : 0
}

/**
 * Finds words with one letter wrong, missing, extra or swapped with the next. One half of the word is then intact, so
 * only words that contain one of the halves are compared.
 */
export function findTypo(lower: string, original: string, { word }: Term, onMatch: OnMatch): void {
  if (word.length < 5) return
  const half = word.length >> 1
  const starts = new Set<number>()
  for (const part of [word.slice(0, half), word.slice(half)])
    for (
      let at = lower.indexOf(part);
      at >= 0 && starts.size < MAX_CANDIDATES;
      at = lower.indexOf(part, at + 1)
    )
      starts.add(wordStart(lower, original, at))
  for (const at of [...starts].sort((a, b) => a - b))
    if (isOneEditAway(lower.slice(at, wordEnd(lower, original, at + 1)), word)) onMatch(at, QUALITY.typo)
}

/** Halves such as `in` occur everywhere. */
const MAX_CANDIDATES = 50_000

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

/** Terms are shorter, so the exact end of a longer word does not matter. */
const MAX_WORD = 100

function wordStart(lower: string, original: string, at: number): number {
  let start = at
  const least = Math.max(0, at - MAX_WORD)
  while (start > least && isWordUnit(lower.charCodeAt(start - 1)) && !isHump(original, start)) start--
  return start
}

function wordEnd(lower: string, original: string, from: number): number {
  let end = from
  const most = Math.min(lower.length, from + MAX_WORD)
  while (end < most && isWordUnit(lower.charCodeAt(end)) && !isHump(original, end)) end++
  return end
}

/** Does a word start here inside a name, as in `isExpired`? */
function isHump(original: string, at: number): boolean {
  const unit = original.charCodeAt(at)
  if (unit < 65 || unit > 90) return false
  const before = original.charCodeAt(at - 1)
  return (before >= 97 && before <= 122) || (before >= 48 && before <= 57)
}
