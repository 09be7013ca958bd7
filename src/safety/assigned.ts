import { type Assignment, endsValue, isPasswordVariable, nameBefore, someAssignment } from './assignments.ts'
import { hasDigit, hasLetter, isPlaceholder, isRandom, isWords } from './plausible.ts'
import type { Found } from './tokens.ts'

/** Finds values that only their name reveals as secret: `DB_PASS=…`, `"client_secret": "…"`, `| API key | … |`. */
export function assignedIn(text: string): readonly Found[] {
  const found: Found[] = []
  someAssignment(text, assignment => {
    const { separator, at } = assignment
    const value = readValue(text, assignment)
    const name =
      separator === '>' && !isInTag(text, value.end) ? undefined : nameOf(text, at, separator, value)
    if (name !== undefined) found.push({ start: value.start, end: value.end, name, isBare: true })
    return false
  })
  return found
}

interface Value {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
}

const MIN_PASSWORD = 8
const MIN_SECRET = 14
const MAX_VALUE = 500

/** Reads a whole value, up to its closing quote if it has one. */
function readValue(text: string, { start, end: scanned }: Assignment): Value {
  let end = scanned
  const last = Math.min(text.length, start + MAX_VALUE)
  while (end < last && !endsValue(text, end)) end++
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

/** Does a closing tag follow, as in `<token>…</token>`? */
const isInTag = (text: string, end: number): boolean => /^\s*<\//.test(text.slice(end, end + 20))

function nameOf(text: string, at: number, separator: string, value: Value): string | undefined {
  const before = nameBefore(text, at)
  const password = PASSWORD_NAME.exec(before)
  if (
    separator === '=' &&
    isPasswordVariable(text, at) &&
    PHRASE.test(value.text) &&
    !isPlaceholder(value.text)
  )
    return 'password'
  if (password !== null && !NOT_IN_TAIL.test(password[1] ?? ''))
    return isPassword(text, separator, value) ? 'password' : undefined
  const secret = SECRET_NAME.exec(before)
  if (secret === null || NOT_IN_TAIL.test(secret[1] ?? '')) return undefined
  if (NOT_BEFORE.test(before.slice(0, secret.index))) return undefined
  // An upper-case name directly before its value, as in a `.env` file, leaves little doubt.
  const isEnvironment = separator === '=' && /[A-Z_]{5}$/.test(before)
  return isSecret(value, isEnvironment ? MIN_PASSWORD : MIN_SECRET) ? 'secret' : undefined
}

/** A passphrase as the value of `DB_PASSWORD`: `correcthorsebattery`. */
const PHRASE = /^[a-z-]{12,60}$/
/** A name may continue, be quoted, bold or in code, and be followed by its type. */
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
/** The ends of names that are about a secret but do not hold one: `secret_name`, `credentialsId`, `tokenizer`. */
const NOT_IN_TAIL =
  /(?:id|ids|name|names|url|uri|path|file|dir|size|length|len|count|limit|type|hash|version|expiry|expires|ttl|at|izer|ized|usage|policy|prefix|label|title|tag|source|results)$/i
/** The starts of names whose value is public, or valid only once: `csrf-token`, `primary_key`. */
const NOT_BEFORE =
  /(?:csrf|xsrf|public|pub|primary|foreign|cache|sort|partition|idempotency|next|page|cancel(?:lation)?|cursor)[_ .-]?$|arn:[\w:-]{0,64}$/i

/**
 * Is the value after a password's name really a password? A word followed by digits counts as one in quotes and in
 * `.env` files, but not in prose.
 */
function isPassword(text: string, separator: string, value: Value): boolean {
  if (!hasLetter(value.text) || isPlaceholder(value.text) || isCode(value)) return false
  if (/[-_./:]/.test(value.text) && isWords(value.text)) return false
  if (value.isQuoted || (separator === '=' && !/\s/.test(text[value.start - 1] ?? ''))) return true
  // A random value is a password whatever follows it.
  if (value.text.length >= MIN_SECRET && isRandom(value.text)) return true
  return !isWords(value.text) && /^[ \t]*(?:[\r\n,;|"'`)\\&<]|$)/.test(text.slice(value.end, value.end + 20))
}

const isSecret = (value: Value, min: number): boolean =>
  value.text.length >= min && !isCode(value) && !isPlaceholder(value.text) && isRandom(value.text)

/**
 * Is the value code, a path, a date or a URL? `getToken()`, `req.headers[0]`, `./secrets/prod.json`,
 * `2026-01-15T14:30:00Z`.
 */
const isCode = ({ text, isQuoted }: Value): boolean =>
  NOT_VALUE.test(text) || (!isQuoted && /[([{]/.test(text)) || !hasDigitOrSymbol(text)

const NOT_VALUE =
  /^(?:[./~]|\d{4}-\d\d-\d\d|arn:|[A-Za-z]:\\)|:\/\/|\.(?:[jt]sx?|json|ya?ml|md|txt|pem|key|env|cer|p12)(?::\d|$)/

const hasDigitOrSymbol = (text: string): boolean => hasDigit(text) || /[!@#$%^&?]/.test(text)
