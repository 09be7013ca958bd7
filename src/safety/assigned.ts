import { hasAny } from '../document/has-any.ts'
import { hasDigit, hasLetter, isPlaceholder, isRandom, isWords } from './plausible.ts'
import type { Found } from './tokens.ts'

/**
 * Values that only their name gives away: `DB_PASS=…`, `"client_secret": "…"`, `| API key | … |`. Looks at the value
 * first, since few are long enough and have a digit or a sign in them, and then at the name before it.
 */
export function assignedIn(text: string, isFirstEnough = false): readonly Found[] {
  const found: Found[] = []
  for (const sign of SIGNS)
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      // Most `>` end a comment or begin a quote; only the end of a tag has a name before it. A cell begins with a space.
      if (sign === '>' && CLASS[text.charCodeAt(at - 1)] !== LETTER) continue
      if (sign === '|' && text.charCodeAt(at + 1) !== SPACE) continue
      const value = valueAfter(text, at + sign.length)
      if (value === undefined || (sign === '>' && !isInTag(text, value.end))) continue
      const name = nameOf(text, at, sign, value)
      if (name === undefined) continue
      found.push({ start: value.start, end: value.end, name, isBare: true })
      if (isFirstEnough) return found
    }
  return found
}

/** `=>`, `:=`, `?=` and the like begin or end with one of these. */
const SIGNS = ['=', ':', '|', '>', '",', "',"]

interface Value {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
}

const MIN_PASSWORD = 8
const MIN_SECRET = 14
const MAX_VALUE = 500
/** A random value has a digit by then; an attacker's megabyte of signs is not scanned from each of them. */
const ENOUGH = 48

const SPACE = 32
const SKIPPED = 1
const ODD = 2
const LETTER = 4
const CLASS = new Uint8Array(128)
const classify = (characters: string, bits: number): void => {
  for (const character of characters) CLASS[character.charCodeAt(0)] = bits
}
classify('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER)
classify('0123456789!@#$%^&?', ODD)
classify(' \t\n\r=*:>"\'`|', SKIPPED)
const CLOSES = new Uint8Array(128)
for (const character of ' \t\n\r"\'`<>|,;)') CLOSES[character.charCodeAt(0)] = 1

/** The value after a sign, if it can be a password: long enough, with letters and with something else. */
function valueAfter(text: string, from: number): Value | undefined {
  let start = from
  while (start < from + 8 && CLASS[text.charCodeAt(start)] === SKIPPED) start++
  let seen = 0
  let end = start
  const enough = Math.min(text.length, start + ENOUGH)
  for (; end < enough; end++) {
    const unit = text.charCodeAt(end)
    if (CLOSES[unit] === 1 && !isEscaped(text, end)) break
    seen |= CLASS[unit] ?? 0
  }
  if (end - start < MIN_PASSWORD || (seen & ODD) === 0 || (seen & LETTER) === 0) return undefined
  const last = Math.min(text.length, start + MAX_VALUE)
  while (end < last && (CLOSES[text.charCodeAt(end)] !== 1 || isEscaped(text, end))) end++
  const quote = text[start - 1] ?? ''
  const isQuoted = quote === '"' || quote === "'" || quote === '`'
  if (isQuoted) {
    const closing = text
      .slice(start, last)
      .search(quote === '`' ? /[`\r\n]/ : quote === '"' ? /["\r\n]/ : /['\r\n]/)
    if (closing >= 0 && !/\s/.test(text.slice(start, start + closing))) end = start + closing
  }
  const value = text.slice(start, end).replace(/(?:\\[nr]|&[\w-]{1,40}=|[.]$).*/s, '')
  return { start, end: start + value.length, text: value, isQuoted }
}

/** A wall within a cell of a table: `\|`. */
const isEscaped = (text: string, at: number): boolean => text[at] === '|' && text[at - 1] === '\\'

/** `<token>…</token>` */
const isInTag = (text: string, end: number): boolean => /^\s*<\//.test(text.slice(end, end + 20))

function nameOf(text: string, at: number, sign: string, value: Value): string | undefined {
  const before = text.slice(Math.max(0, at - MAX_NAME), at)
  if (!hasAny(before.toLowerCase(), IN_NAMES)) return undefined
  const password = PASSWORD_NAME.exec(before)
  if (password !== null && !NOT_IN_TAIL.test(password[1] ?? ''))
    return isPassword(text, sign, value) ? 'password' : undefined
  const secret = SECRET_NAME.exec(before)
  if (secret === null || NOT_IN_TAIL.test(secret[1] ?? '')) return undefined
  if (NOT_BEFORE.test(before.slice(0, secret.index))) return undefined
  // In capitals and without a space before its value, as a `.env` file has it, a name leaves little doubt.
  const isEnvironment = sign === '=' && /[A-Z_]{5}$/.test(before)
  return isSecret(value, isEnvironment ? MIN_PASSWORD : MIN_SECRET) ? 'secret' : undefined
}

const MAX_NAME = 64
/** Asked first: until the patterns below are compiled, a session start has to wait for half a millisecond. */
const IN_NAMES = ['pass', 'pwd', 'secret', 'token', 'cred', 'auth', 'key', 'sig']
/** A name may go on, be in quotes, in bold, in code, and have its type behind it. */
const REST_OF_NAME = '([\\w.-]{0,24})(?: string|: string)?["\'`*_)\\]\\s?+.:=<|-]{0,5}$'
const PASSWORD_NAME = new RegExp(
  `(?:[Pp]ass(?:w(?:or)?d|phrase|code|wort)|PASS(?:W(?:OR)?D|PHRASE|CODE)|(?<![A-Za-z])pass|Pass|PASS|(?<![a-z])pwd|Pwd|PWD)${REST_OF_NAME}`,
)
const KEYS =
  'api|access|account|admin|app|application|auth|client|deploy|encryption|hmac|ingest|jwt|licen[cs]e|live|master|priv|private|project|secret|server|service|session|shared|sign|signing|ssh|storage|user|webhook|write'
const SECRET_NAME = new RegExp(
  `(?:secret|token|credentials?|creds|(?<![a-z])auth(?![a-z])|authorization|[?&;]sig|x-amz-signature|(?:${KEYS})[_ .-]?key|(?<=[a-z\\d])_key(?=\\W{0,3}$))${REST_OF_NAME}`,
  'i',
)
/** `secret_name`, `credentialsId`, `token_url`, `tokenizer`: about a secret, and none. */
const NOT_IN_TAIL =
  /(?:id|ids|name|names|url|uri|path|file|dir|size|length|len|count|limit|type|hash|version|expiry|expires|ttl|at|izer|ized|usage|policy|prefix|label|title|tag|source|results)$/i
/** `csrf-token`, `primary_key`: public, or valid once. */
const NOT_BEFORE =
  /(?:csrf|xsrf|public|pub|primary|foreign|cache|sort|partition|idempotency|next|page|cancel(?:lation)?|cursor)[_ .-]?$|arn:[\w:-]{0,64}$/i

/** A word with digits behind it is a password in quotes and in `.env` files, and hardly one in prose. */
function isPassword(text: string, sign: string, value: Value): boolean {
  if (!hasLetter(value.text) || isPlaceholder(value.text) || isCode(value)) return false
  if (/[-_./:]/.test(value.text) && isWords(value.text)) return false
  if (value.isQuoted || (sign === '=' && !/\s/.test(text[value.start - 1] ?? ''))) return true
  return !isWords(value.text) && /^[ \t]*(?:[\r\n,;|"'`)\\&<]|$)/.test(text.slice(value.end, value.end + 20))
}

const isSecret = (value: Value, min: number): boolean =>
  value.text.length >= min && !isCode(value) && !isPlaceholder(value.text) && isRandom(value.text)

/** `getToken()`, `req.headers[0]`, `./secrets/prod.json`, `2026-01-15T14:30:00Z`, an address. */
const isCode = ({ text, isQuoted }: Value): boolean =>
  NOT_VALUE.test(text) || (!isQuoted && /[([{]/.test(text)) || !hasDigitOrSign(text)

const NOT_VALUE =
  /^(?:[./~]|\d{4}-\d\d-\d\d|arn:|[A-Za-z]:\\)|:\/\/|\.(?:[jt]sx?|json|ya?ml|md|txt|pem|key|env|cer|p12)(?::\d|$)/

const hasDigitOrSign = (text: string): boolean => hasDigit(text) || /[!@#$%^&?]/.test(text)
