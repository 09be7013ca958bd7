import type { Span } from '../document/block.ts'
import { mayHoldQuoted } from './may-hold-quoted.ts'
import { mayHoldTokens } from './may-hold-tokens.ts'

/** Something that gives access to whoever reads it. */
export interface Secret {
  readonly span: Span
  /** What it is: `GitHub token`. */
  readonly name: string
  /** The only form in which it may be shown. */
  readonly masked: string
}

interface Shape {
  readonly name: string
  /** One word of at least 24 characters that starts with what the provider is known by: see `mayHoldTokens`. */
  readonly isToken?: true
  /** A value in quotes behind a sign: see `mayHoldQuoted`. */
  readonly isQuoted?: true
  /**
   * One of them is in each: looking for these first is several times faster than for the pattern. V8 finds up to six
   * characters by the first of them in no time, the rarer that is the better; longer ones take it ten times as long.
   */
  readonly marks?: readonly string[]
  /** Its first group is the secret; without one it is all of the match. */
  readonly pattern: RegExp
  /** Whether what was found is clearly a secret. Placeholders are ruled out for all shapes. */
  readonly isSecret?: (value: string, match: RegExpMatchArray) => boolean
  /** A password has no prefix that everybody knows: less of it may be shown. */
  readonly hasNoPrefix?: true
}

const hasDigit = (value: string): boolean => /\d/.test(value)

/** Token shapes as their providers document them. Each starts with a literal, which makes the search for it fast. */
const SHAPES: readonly Shape[] = [
  { name: 'AWS access key', marks: ['AKIA', 'ASIA'], pattern: /(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Z0-9])/g },
  {
    name: 'AWS secret key',
    pattern:
      /secret[_ -]?access[_ -]?key["'`]?\s{0,3}[=:]\s{0,3}["'`]?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    hasNoPrefix: true,
  },
  { name: 'GitHub token', isToken: true, pattern: /gh[pousr]_[A-Za-z0-9]{36,255}/g },
  { name: 'GitHub token', isToken: true, pattern: /github_pat_[A-Za-z0-9_]{22,255}/g },
  {
    name: 'GitLab token',
    isToken: true,

    pattern: /gl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{20,255}/g,
  },
  { name: 'Slack token', marks: ['xox'], pattern: /xox[abeoprs]-[A-Za-z0-9-]{10,255}/g, isSecret: hasDigit },
  { name: 'Slack token', marks: ['xapp-'], pattern: /xapp-\d-[A-Za-z0-9-]{10,255}/g },
  {
    name: 'Slack webhook',
    marks: ['.com/'],
    pattern: /hooks\.slack\.com\/services\/(T[A-Za-z0-9]{6,20}\/B[A-Za-z0-9]{6,20}\/[A-Za-z0-9]{16,40})/g,
    hasNoPrefix: true,
  },
  { name: 'Anthropic key', isToken: true, pattern: /sk-ant-[A-Za-z0-9_-]{20,255}/g },
  {
    name: 'OpenAI key',
    isToken: true,

    pattern: /sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}/g,
    isSecret: hasDigit,
  },
  { name: 'OpenAI key', isToken: true, pattern: /sk-(?:or-v1-)?[A-Za-z0-9]{32,255}/g, isSecret: hasDigit },
  { name: 'Google key', isToken: true, pattern: /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { name: 'Google client secret', isToken: true, pattern: /GOCSPX-[A-Za-z0-9_-]{28}/g },
  { name: 'Stripe key', isToken: true, pattern: /[sr]k_live_[A-Za-z0-9]{16,255}/g },
  { name: 'npm token', isToken: true, pattern: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g },
  { name: 'PyPI token', isToken: true, pattern: /pypi-AgE[A-Za-z0-9_-]{50,255}/g },
  { name: 'Hugging Face token', isToken: true, pattern: /hf_[A-Za-z0-9]{30,255}/g, isSecret: hasDigit },
  { name: 'SendGrid key', marks: ['SG.'], pattern: /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g },
  { name: 'DigitalOcean token', isToken: true, pattern: /do[opr]_v1_[a-f0-9]{64}/g },
  {
    name: 'JSON web token',
    marks: ['.eyJ'],
    pattern: /eyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,4000}/g,
  },
  {
    name: 'password in a URL',
    marks: ['://'],
    pattern: /:\/\/[^\s:/@"'`<>]{1,80}:([^\s:/@"'`<>]{6,200})@/g,
    isSecret: hasDigit,
    hasNoPrefix: true,
  },
  {
    name: 'password',
    isQuoted: true,
    pattern: /(?:passw(?:or)?d|passphrase|pwd)["']?\s{0,3}[=:]\s{0,3}["'`]([^\s"'`]{8,200})["'`]/gi,
    isSecret: value => hasDigit(value) && /[A-Za-z]/.test(value) && !isWords(value),
    hasNoPrefix: true,
  },
  {
    // As a `.env` file has it: nothing else is written in capitals, without quotes and without spaces.
    name: 'password',
    marks: ['PASS', 'SECRET', 'TOKEN', 'KEY'],
    pattern:
      /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY)=(?![./~])([^\s"'`<>|()]{8,200})/g,
    isSecret: value => hasDigit(value) && /[A-Za-z]/.test(value) && !isWords(value) && variety(value) > 6,
    hasNoPrefix: true,
  },
  {
    name: 'secret',
    isQuoted: true,
    pattern:
      /(?:secret|token|api[_-]?key|access[_-]?key)["']?\s{0,3}[=:]\s{0,3}["'`]([A-Za-z0-9+/=_.-]{16,200})["'`]/gi,
    isSecret: value => hasDigit(value) && /[A-Za-z]/.test(value) && !isWords(value) && variety(value) > 9,
    hasNoPrefix: true,
  },
]

/** What was found in the last text: a rule and then a reporter ask about the same whole file. */
let last: { readonly text: string; readonly secrets: readonly Secret[] } = { text: '', secrets: [] }

/** Where the secrets of a text are, in order, none within another. */
export function findSecrets(text: string): readonly Secret[] {
  if (text.length < WORTH_KEEPING) return lookForSecrets(text)
  if (last.text !== text) last = { text, secrets: lookForSecrets(text) }
  return last.secrets
}

/** Messages are masked one by one between the two. */
const WORTH_KEEPING = 10_000

function lookForSecrets(text: string): readonly Secret[] {
  const hasTokens = mayHoldTokens(text)
  const hasQuoted = mayHoldQuoted(text)
  const shapes = SHAPES.filter(
    ({ isToken, isQuoted }) => (hasTokens || isToken !== true) && (hasQuoted || isQuoted !== true),
  )
  const found = shapes.flatMap(shape => findShape(text, shape))
  return withoutOverlaps([...findPrivateKeys(text), ...found])
}

/**
 * A text as it may be shown. Mask a whole text before cutting it: a part of a secret, such as one line of a private
 * key, is not known again.
 *
 * @example maskSecrets('token AKIAQ3EGWJ5LQ2XNZP4D') // 'token AKIA…'
 */
export function maskSecrets(text: string): string {
  const secrets = findSecrets(text)
  if (secrets.length === 0) return text
  let masked = ''
  let at = 0
  for (const { span, masked: shown } of secrets) {
    masked += text.slice(at, span.start) + shown
    at = span.end
  }
  return masked + text.slice(at)
}

function findShape(text: string, { name, marks, pattern, isSecret, hasNoPrefix }: Shape): Secret[] {
  const found: Secret[] = []
  if (marks !== undefined && !marks.some(mark => text.includes(mark))) return found
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[0]
    const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value))
    // In the middle of a word it is something else; patterns stay fast without looking behind.
    if (match[1] === undefined && /[A-Za-z0-9]/.test(text[start - 1] ?? '')) continue
    if (isPlaceholder(value) || isSecret?.(value, match) === false) continue
    const shown = hasNoPrefix === true ? Math.min(4, value.length >> 3) : 4
    found.push({ name, span: { start, end: start + value.length }, masked: `${value.slice(0, shown)}…` })
  }
  return found
}

const PLACEHOLDER = /example|placeholder|change.?me|your[_-]|xxxx|\*{3}|\.{3}|…|redacted|dummy|[<>{}$]/i

/** `AKIAIOSFODNN7EXAMPLE`, `<token>`, `${TOKEN}`, `xxxx`: nobody is let in with these. */
function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || variety(value.slice(-16)) <= 3
}

const variety = (value: string): number => new Set(value).size

/** `refresh-token-v2`, `auth.token.15`: names, not secrets. */
const isWords = (value: string): boolean =>
  value.split(/[-_./]/).every(part => /^(?:[A-Z]?[a-z]+|[A-Z]+|[a-z]{0,3}\d{1,4}|)$/.test(part))

const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** One line of the body, without quote marks and indentation; in JSON its ends are `\n`. */
const KEY_BODY =
  /^[ \t>|]*(?:[A-Za-z0-9+/=]{16,}(?:\\[nr]|[A-Za-z0-9+/=])*|(?:Proc-Type|DEK-Info|Version|Comment):.*|=?[A-Za-z0-9+/=]{1,76}|)[ \t|]*$/

/** Keys are wrapped at 64 or 76 characters; looking no further keeps files of one huge line fast. */
const LONGEST_LINE = 1000

/** Of 16,384 bits, the longest that anyone has. The pattern runs out of stack on a megabyte. */
const LONGEST_KEY = 20_000

/** From the header to the end of its body; a header that nothing follows is only talk about keys. */
function findPrivateKeys(text: string): Secret[] {
  const found: Secret[] = []
  let from = 0
  for (const match of text.matchAll(KEY_HEADER)) {
    if (match.index < from) continue
    const end = keyEnd(text, match.index + match[0].length)
    if (end === undefined) continue
    from = end
    found.push({ name: 'private key', span: { start: match.index, end }, masked: `${match[0]}…` })
  }
  return found
}

function keyEnd(text: string, from: number): number | undefined {
  // With `\n` for its line ends, as JSON has it, or with spaces, as a paragraph put on one line has it.
  const inline =
    /(?: ?(?:\\[nr]|[A-Za-z0-9+/=]){16,})+(?: ?[A-Za-z0-9+/=]{0,15} ?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/y
  if (inline.test(text.slice(from, from + LONGEST_KEY))) return from + inline.lastIndex
  let end: number | undefined
  for (let at = from; at < text.length; ) {
    const stretch = text.slice(at, at + LONGEST_LINE)
    const newline = stretch.search(/[\r\n]/)
    const line = newline < 0 ? stretch : stretch.slice(0, newline)
    const close = /^[ \t>|]*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(line)
    if (close !== null) return end === undefined ? undefined : at + close[0].length
    if (!KEY_BODY.test(line)) break
    if (/[A-Za-z0-9+/=]{16}/.test(line)) end = at + line.trimEnd().length
    if (newline < 0) break
    at += newline + 1
  }
  return end
}

function withoutOverlaps(secrets: readonly Secret[]): readonly Secret[] {
  const kept: Secret[] = []
  for (const secret of secrets.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)) {
    if (secret.span.start >= (kept.at(-1)?.span.end ?? 0)) kept.push(secret)
  }
  return kept
}
