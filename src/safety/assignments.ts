import { hasAny } from '../document/has-any.ts'

/** A sign with something before it that may name a secret, and behind it what may be one. */
export interface Assignment {
  readonly sign: string
  readonly at: number
  /** The value, as far as it was scanned. */
  readonly start: number
  readonly end: number
}

/**
 * Does any assignment pass a test? Looks at the value first, since few are long enough and have a digit or a sign in
 * them, and then at the name. Without a pattern: this runs at every start of a session, before anything is compiled.
 */
export function someAssignment(text: string, test: (assignment: Assignment) => boolean): boolean {
  for (const sign of SIGNS)
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      // Most `>` end a comment or begin a quote; only the end of a tag has a name before it. A cell begins with a space.
      if (sign === '>' && CLASS[text.charCodeAt(at - 1)] !== LETTER) continue
      if (sign === '|' && text.charCodeAt(at + 1) !== SPACE) continue
      const value = valueAfter(text, at + sign.length, sign === '=' && isPasswordVariable(text, at))
      if (value === undefined || !hasAny(nameBefore(text, at).toLowerCase(), IN_NAMES)) continue
      if (test({ sign, at, ...value })) return true
    }
  return false
}

/** Is this the name of an environment variable for a password? */
export const isPasswordVariable = (text: string, at: number): boolean =>
  PASSWORD_VARIABLES.some(name => text.endsWith(name, at))

/** The end of a name that stands before a sign. */
export const nameBefore = (text: string, at: number): string => text.slice(Math.max(0, at - MAX_NAME), at)

/** Does a value end here? The wall within a cell of a table, `\\|`, is part of one. */
export const endsValue = (text: string, at: number): boolean =>
  CLOSES[text.charCodeAt(at)] === 1 && !(text[at] === '|' && text[at - 1] === '\\')

const MAX_NAME = 64
const IN_NAMES = ['pass', 'pwd', 'secret', 'token', 'cred', 'auth', 'key', 'sig']
/** `=>`, `:=`, `?=` and the like begin or end with one of these. */
const SIGNS = ['=', ':', '|', '>', '",', "',"]
const MIN_VALUE = 8
/** `DB_PASSWORD=correcthorsebattery`: a phrase has no digit. */
const MIN_PHRASE = 12
const PASSWORD_VARIABLES = ['PASSWORD', 'PASSWD', 'PASSPHRASE', 'PASS']
/** A random value has a digit by then; an attacker's megabyte of signs is not scanned from each of them. */
const ENOUGH = 48

const PATH_STARTS = './~'
const SPACE = 32
const SKIPPED = 1
const ODD = 2
const LETTER = 4
const CLASS = new Uint8Array(128)
const CLOSES = new Uint8Array(128)
const classify = (table: Uint8Array, characters: string, bits: number): void => {
  for (const character of characters) table[character.charCodeAt(0)] = bits
}
classify(CLASS, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER)
classify(CLASS, '0123456789!@#$%^&?', ODD)
classify(CLASS, ' \t\n\r=*:>"\'`|', SKIPPED)
classify(CLOSES, ' \t\n\r"\'`<>|,;)', 1)

/** What stands behind a sign, if it can be a password: long enough, with letters and with something else. */
function valueAfter(
  text: string,
  from: number,
  isVariable: boolean,
): { readonly start: number; readonly end: number } | undefined {
  let start = from
  while (start < from + 8 && CLASS[text.charCodeAt(start)] === SKIPPED) start++
  // A path or an address is no secret.
  if (PATH_STARTS.includes(text.charAt(start))) return undefined
  let seen = 0
  let end = start
  const enough = Math.min(text.length, start + ENOUGH)
  for (; end < enough && !endsValue(text, end); end++) seen |= CLASS[text.charCodeAt(end)] ?? 0
  const isMixed = end - start >= MIN_VALUE && (seen & ODD) !== 0
  const isLikely = (seen & LETTER) !== 0 && (isMixed || (isVariable && end - start >= MIN_PHRASE))
  return isLikely ? { start, end } : undefined
}
