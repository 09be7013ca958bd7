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
    while (at >= start && isTokenUnit(text.charCodeAt(at))) at--
    if (at >= start) {
      start = at + 1
      continue
    }
    const end = wordEnd(text, start + SHORTEST)
    if (TOKEN_START.test(text.slice(start, end))) return true
    start = end + 1
  }
  return false
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isTokenUnit(text.charCodeAt(end))) end++
  return end
}

function isTokenUnit(unit: number): boolean {
  const letter = unit | 32
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 45
}

/** `sk_live_` and 16 more. */
const SHORTEST = 24
/** A part of a word is enough: whatever a token may be glued to is one, too. */
const TOKEN_START =
  /gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|soat)-|sk-|AIza|GOCSPX-|k_live_|npm_|pypi-AgE|hf_|do[opr]_v1_/
