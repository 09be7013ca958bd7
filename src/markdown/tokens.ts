/**
 * Estimates how many tokens a model spends on a text, without a tokenizer's tables: one pass counts what byte-pair
 * encoders split on, with weights fitted to the largest count of o200k, cl100k and claude-2. On held-out texts the
 * estimate is never more than 15 % too low at about 100 tokens, or 10 % at 500. `factor` is for newer tokenizers: 1.35
 * for a model known to produce about a third more.
 */
export function estimateTokens(text: string, factor = 1): number {
  if (text.length === 0) return 0
  const weight = partWeight(text)
  // No byte-level encoder produces more tokens than bytes.
  const most = weight <= text.length ? weight : Math.min(weight, Buffer.byteLength(text))
  return Math.max(1, Math.ceil(most * factor))
}

/**
 * Upper bound for a text's cost as part of a larger one. The bounds of parts can be added up, unlike the byte limit of
 * `estimateTokens`. `from` and `to` delimit the part. Above `max`, counting stops and the result is Infinity. Loops
 * over runs inline instead of calling a function per unit: at session start nothing is compiled yet and calls dominate.
 */
export function partWeight(text: string, from = 0, to = text.length, max = Number.POSITIVE_INFINITY): number {
  let weight = 0
  for (let at = from; at < to; ) {
    if (weight > max) return Number.POSITIVE_INFINITY
    const unit = text.charCodeAt(at)
    const start = at++
    if ((unit | 32) >= 97 && (unit | 32) <= 122) {
      let before = unit
      for (; at < to; at++) {
        const next = text.charCodeAt(at)
        if ((next | 32) < 97 || (next | 32) > 122) break
        // Upper case sorts before lower case: a camelCase hump is an upper-case letter after a lower-case one.
        if (next <= 90 && before > 90) weight += 1.859
        before = next
      }
      weight += 1.117
      if (at - start > 7) weight += 0.123 * (at - start - 7)
      if (at < to && isDigit(text.charCodeAt(at))) weight += JOINED
    } else if (unit === 32 && (text.charCodeAt(at) | 32) >= 97) {
      // Common case: a single space before a word, which costs no extra token.
    } else if (unit >= 128) {
      if (unit >= 0xd800 && unit <= 0xdfff && at < to) at++
      weight += otherWeight(unit)
    } else {
      at = runEnd(text, at, to, unit)
      weight += runWeight(unit, at - start)
      if (isDigit(unit) && at < to && isAsciiLetter(text.charCodeAt(at))) weight += JOINED
    }
  }
  return weight * 1.05
}

/** Extra cost where letters and digits meet, as in hashes and ids, because encoders split there. */
const JOINED = 0.357

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
const isAsciiLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122

/** A number, white space, line endings or a repeated character count as one run. */
function runEnd(text: string, from: number, to: number, unit: number): number {
  let end = from
  if (isDigit(unit)) while (end < to && isDigit(text.charCodeAt(end))) end++
  else {
    // A tab joins a run of spaces, and a carriage return a run of line feeds.
    const twin = unit === 32 ? 9 : unit === 9 ? 32 : unit === 10 ? 13 : unit === 13 ? 10 : unit
    for (; end < to; end++) {
      const next = text.charCodeAt(end)
      if (next !== unit && next !== twin) break
    }
  }
  return end
}

function runWeight(unit: number, length: number): number {
  if (isDigit(unit)) return 0.849 * Math.ceil(length / 3)
  if (unit === 32 || unit === 9) return length > 1 ? 0.202 * (1 + (length >> 4)) : 0
  if (unit === 10 || unit === 13) return 0.286
  return 1.059 + 0.126 * ((length + 2) >> 2)
}

/** Measured on sentences in each script. An accent cuts a European word in two, which costs extra. */
function otherWeight(unit: number): number {
  if (unit >= 0xc0 && unit < 0x250) return 2.6 // accented Latin
  if (unit >= 0x400 && unit < 0x530) return 0.8 // Cyrillic
  if (unit >= 0x370 && unit < 0x700) return 1.45 // Greek, Hebrew, Arabic
  if (unit >= 0x900 && unit < 0xe00) return 1.5 // Devanagari and its relatives
  if ((unit >= 0x2010 && unit <= 0x2027) || unit === 0x2192) return 1.3 // dashes, quotes, bullet, ellipsis, arrow
  if (unit >= 0xd800 && unit <= 0xdfff) return 2.704 // astral: emoji
  if (unit >= 0x3040 && unit <= 0x30ff) return 0.97 // kana
  if (unit >= 0xac00 && unit <= 0xd7a3) return 1.42 // Hangul
  if ((unit >= 0x2e80 && unit <= 0xfaff) || (unit >= 0xff00 && unit <= 0xffef)) return 1.292 // CJK
  if ((unit >= 0x2000 && unit <= 0x2bff) || (unit >= 0xfe00 && unit <= 0xfe0f) || unit < 0xc0) return 4.523 // symbols
  return 2 // other scripts
}
