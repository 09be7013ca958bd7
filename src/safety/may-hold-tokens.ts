/**
 * Whether any word is long enough for a token and has in it what its provider starts them with: looking at long words
 * alone takes 5 ms for 6 MB, the patterns of all providers 300 ms, and one pattern for long words 60 ms.
 *
 * Words are looked for by their ends: where the unit a whole word further on is none of a word, no long word starts
 * before it, so most units are never looked at. A loop also has no stack to run out of on a word of ten megabytes.
 */
export function mayHoldTokens(text: string): boolean {
  let start = 0
  while (start + SHORTEST <= text.length) {
    let at = start + SHORTEST - 1
    while (at >= start && WORD[text.charCodeAt(at)] === 1) at--
    if (at >= start) {
      start = at + 1
      continue
    }
    const end = wordEnd(text, start + SHORTEST)
    if (mayBeToken(text, start, end)) return true
    start = end + 1
  }
  return false
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && WORD[text.charCodeAt(end)] === 1) end++
  return end
}

/** What words are made of, and what may be left out of one, by number: a look costs half of six comparisons. */
const WORD = new Uint8Array(128)
for (const unit of '*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_`abcdefghijklmnopqrstuvwxyz~')
  WORD[unit.charCodeAt(0)] = 1

function mayBeToken(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end)
  const length = lengthFrom(TOKEN_STARTS, word)
  if (length >= SHORTEST_WHOLE || (length >= SHORTEST && isAtBreak(text, end))) return true
  return (MARKS.some(mark => word.includes(mark)) && isMarked(word)) || isBehindStart(text, start)
}

/** `AKIA` and 16 more. */
const SHORTEST = 20
/** `sk_live_` and 16 more: what is shorter is looked for by its prefix. */
const SHORTEST_WHOLE = 24
/** Strings, which need not be compiled: few words are long. A part of a word is enough: a token may be glued to it. */
const TOKEN_STARTS = [
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'gldt-', 'glrt-', 'glptt-', 'glsoat-'],
  ...['sk-', 'AIza', 'GOCSPX-', 'k_live_', 'npm_', 'pypi-AgE', 'hf_', 'doo_v1_', 'dop_v1_', 'dor_v1_'],
]
/** Of those that are known in two parts (`glued-view.ts`). */
const BROKEN_STARTS = ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'npm_', 'AIza']
const OTHER_STARTS = ['AKIA', 'ASIA', 'xox', 'xapp-', 'SG.', 'eyJ']

/** How long the longest token in a word may be. */
function lengthFrom(starts: readonly string[], word: string): number {
  let longest = 0
  for (const start of starts) {
    const at = word.indexOf(start)
    if (at >= 0) longest = Math.max(longest, word.length - at)
  }
  return longest
}

const MARKS = ['*', '~', '`', '__']

/** Whether a word is a token without the marks within it. */
function isMarked(word: string): boolean {
  let bare = word
  for (const mark of MARKS) bare = bare.replaceAll(mark, '')
  return lengthFrom(TOKEN_STARTS, bare) >= SHORTEST || lengthFrom(OTHER_STARTS, bare) >= SHORTEST
}

/** Lines may have been joined by a blank, or be ended by a back slash. */
function isAtBreak(text: string, end: number): boolean {
  const unit = text.charCodeAt(end)
  return isIndent(unit) || isLineEnd(unit) || unit === 92
}

/** Whether what stands before a word is the start of a token that may go on here. */
function isBehindStart(text: string, start: number): boolean {
  let at = start - 1
  while (at >= start - 20 && isIndent(text.charCodeAt(at))) at--
  if (isLineEnd(text.charCodeAt(at))) at--
  return at < start - 1 && lengthFrom(BROKEN_STARTS, text.slice(Math.max(0, at - 35), at + 1)) > 0
}

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13

/** A blank, or the mark of a quote. */
const isIndent = (unit: number): boolean => unit === 32 || unit === 9 || unit === 62 || unit === 160
