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
  return PREFIXES.test(text) || SIGNS.test(text) || mayHoldTokens(text)
}

/** Every key is a long run of letters and digits, a password after a sign of equality, part of a URL, or has a header. */
const LONG_OR_QUOTED = /[\w+/=.-]{16}|[A-Z]=\S|[=:]\s{0,3}["'`]|:\/\/|-----/

/**
 * What is no token of a provider is known by what stands before it. Words such as `token` and addresses such as
 * `https://host/path` are in every other note, so the sign behind them counts too.
 */
const SIGNS =
  /(?:secret|token|key|passw(?:or)?d|passphrase|pwd)["'`]?\s{0,3}[=:]|:\/\/[^\s:/@"'`<>]{1,80}:|-----BEGIN|hooks\.slack\.com/i

/** Of tokens that are shorter than those of `mayHoldTokens`, or have a dot. */
const PREFIXES = /AKIA|ASIA|xox|xapp-|SG\.|\.eyJ/
