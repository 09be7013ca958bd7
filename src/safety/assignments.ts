/** A separator, with a name before it that may mean a secret, and a value after it that may be one. */
export interface Assignment {
  readonly separator: string
  readonly at: number
  /** The span of the value, as far as it was scanned. */
  readonly start: number
  readonly end: number
}

/**
 * Does any assignment pass `test`? Checks the value before the name, since few values are long enough and contain a
 * digit or a symbol. Uses no regular expression, because this runs at every session start, before anything is compiled.
 */
export function someAssignment(text: string, test: (assignment: Assignment) => boolean): boolean {
  const named = stretchesWithNames(text)
  for (const separator of SEPARATORS)
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      const stretch = Math.trunc(at / MAX_NAME)
      if (named[stretch] !== 1 && named[stretch - 1] !== 1) continue
      // Most `>` end a comment or start a quote; only a `>` that ends the name of a tag follows a letter. A table cell
      // starts with a space.
      if (separator === '>' && CLASS[text.charCodeAt(at - 1)] !== LETTER) continue
      if (separator === '|' && text.charCodeAt(at + 1) !== SPACE) continue
      const value = valueAfter(text, at + separator.length, separator === '=' && isPasswordVariable(text, at))
      if (value === undefined) continue
      const name = nameBefore(text, at).toLowerCase()
      if (!IN_NAMES.some(part => name.includes(part))) continue
      if (test({ separator, at, ...value })) return true
    }
  return false
}

/**
 * Marks each stretch of MAX_NAME characters in which part of a name starts, so that only the separators in that stretch
 * and the next one are looked at: 40 % of those in a notes file.
 */
function stretchesWithNames(text: string): Uint8Array {
  const named = new Uint8Array(Math.trunc(text.length / MAX_NAME) + 1)
  const lower = text.toLowerCase()
  // Positions differ if the text has a dotted capital I, which becomes two characters in lower case.
  if (lower.length !== text.length) return named.fill(1)
  for (const name of IN_NAMES)
    for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1))
      named[Math.trunc(at / MAX_NAME)] = 1
  return named
}

/** Does the name of an environment variable for a password end here? */
export const isPasswordVariable = (text: string, at: number): boolean =>
  PASSWORD_VARIABLES.some(name => text.endsWith(name, at))

/** Returns the characters before a separator, which end with the name. */
export const nameBefore = (text: string, at: number): string => text.slice(Math.max(0, at - MAX_NAME), at)

/** Does a value end here? An escaped pipe in a table cell, `\|`, is part of the value. */
export const endsValue = (text: string, at: number): boolean =>
  CLOSES[text.charCodeAt(at)] === 1 && !(text[at] === '|' && text[at - 1] === '\\')

const MAX_NAME = 64
const IN_NAMES = ['pass', 'pwd', 'secret', 'token', 'cred', 'auth', 'key', 'sig']
/** `=>`, `:=`, `?=` and the like start or end with one of these. */
const SEPARATORS = ['=', ':', '|', '>', '",', "',"]
const MIN_VALUE = 8
/** The minimum length of a password without a digit, such as the passphrase in `DB_PASSWORD=correcthorsebattery`. */
const MIN_PHRASE = 12
const PASSWORD_VARIABLES = ['PASSWORD', 'PASSWD', 'PASSPHRASE', 'PASS']
/**
 * A random value contains a digit within this length. Without a limit, a megabyte of separators would be scanned once
 * for each separator.
 */
const MAX_SCAN = 48

const PATH_STARTS = './~'
const SPACE = 32
const SKIPPED = 1
const DIGIT_OR_SYMBOL = 2
const LETTER = 4
const CLASS = new Uint8Array(128)
const CLOSES = new Uint8Array(128)
const classify = (table: Uint8Array, characters: string, bits: number): void => {
  for (const character of characters) table[character.charCodeAt(0)] = bits
}
classify(CLASS, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER)
classify(CLASS, '0123456789!@#$%^&?', DIGIT_OR_SYMBOL)
classify(CLASS, ' \t\n\r=*:>"\'`|', SKIPPED)
classify(CLOSES, ' \t\n\r"\'`<>|,;)', 1)

/** Returns the value after a separator if it can be a password: long enough, with letters and something else. */
function valueAfter(
  text: string,
  from: number,
  isVariable: boolean,
): { readonly start: number; readonly end: number } | undefined {
  let start = from
  while (start < from + 8 && CLASS[text.charCodeAt(start)] === SKIPPED) start++
  // A path or a URL is not a secret.
  if (PATH_STARTS.includes(text.charAt(start))) return undefined
  let seen = 0
  let end = start
  const limit = Math.min(text.length, start + MAX_SCAN)
  for (; end < limit && !endsValue(text, end); end++) seen |= CLASS[text.charCodeAt(end)] ?? 0
  const isMixed = end - start >= MIN_VALUE && (seen & DIGIT_OR_SYMBOL) !== 0
  const isLikely = (seen & LETTER) !== 0 && (isMixed || (isVariable && end - start >= MIN_PHRASE))
  return isLikely ? { start, end } : undefined
}
