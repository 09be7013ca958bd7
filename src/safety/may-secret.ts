import { hasAny } from '../document/has-any.ts'
import { readings } from './readings.ts'

/**
 * Whether a text can hold what `secrets.ts` looks for, for texts that are shown at every start of a session and nearly
 * never hold any: the patterns of all shapes take longer to build than a session start may take. A test shows it
 * every shape. Hidden characters must be out of the text.
 */
export function maySecret(text: string): boolean {
  for (const reading of readings(text)) if (reading.hasTokens || mayHold(reading.text)) return true
  return false
}

/** Patterns last: until V8 has built one, it takes longer than all the rest, and few texts get that far. */
const mayHold = (text: string): boolean =>
  (hasAny(text, PREFIXES) || maySign(text)) && LONG_OR_QUOTED.test(text)

function maySign(text: string): boolean {
  const small = text.toLowerCase()
  return hasAny(small, SIGN) && hasAny(small, SIGNED) && SIGNS.test(text)
}

/** Every key is a long run of letters and digits, a password after a sign of equality, part of a URL, or has a header. */
const LONG_OR_QUOTED = /[\w+/=.-]{15}|[A-Z]=\S|[=:]\s{0,3}["'`]|:\/\/|-----/

/**
 * What is no token of a provider is known by what stands before it. Words such as `token` and addresses such as
 * `https://host/path` are in every other note, so the sign behind them counts too.
 */
const SIGNS =
  /(?:secret|token|key|passw(?:or)?d|passphrase|pwd)["'`]?\s{0,3}[=:]|:\/\/[^\s:/@"'`<>]{1,80}:|-----BEGIN|hooks\.slack\.com/i

/** What each of these has in it, in small letters: a sign, and what it stands behind. */
const SIGN = [':', '=', '-----begin', 'hooks.slack.com']
const SIGNED = [
  'secret',
  'token',
  'key',
  'passw',
  'passphrase',
  'pwd',
  '://',
  '-----begin',
  'hooks.slack.com',
]

/** Of tokens that are shorter than those of `mayHoldTokens`, or have a dot. */
const PREFIXES = ['AKIA', 'ASIA', 'xox', 'xapp-', 'SG.', '.eyJ']
