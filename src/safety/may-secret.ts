import { mayHoldTokens } from './may-hold-tokens.ts'
import { plainView } from './plain-view.ts'

/**
 * Whether a text can hold what `secrets.ts` looks for, for texts that are shown at every start of a session and nearly
 * never hold any: the patterns of all shapes take longer to build than a session start may take. A test shows it
 * every shape.
 */
export function maySecret(text: string): boolean {
  return mayHold(text) || mayHold(plainView(text)?.text ?? '')
}

function mayHold(text: string): boolean {
  if (!LONG_OR_QUOTED.test(text)) return false
  const lower = text.toLowerCase()
  return SIGNS.some(sign => lower.includes(sign)) || mayHoldTokens(text)
}

/** Every key is a long run of letters and digits, a password after a sign of equality, part of a URL, or has a header. */
const LONG_OR_QUOTED = /[\w+/=.-]{16}|[A-Z]=\S|[=:]\s{0,3}["'`]|:\/\/|-----/

/** What is no token of a provider is known by a word beside it. */
const SIGNS = [
  'slack.com',
  'akia',
  'asia',
  'xox',
  'xapp-',
  '.eyj',
  'sg.',
  '://',
  'private key',
  'secret',
  'token',
  'key',
  'passw',
  'passphrase',
  'pwd',
]
