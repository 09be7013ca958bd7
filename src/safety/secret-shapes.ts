export interface Shape {
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
export const SHAPES: readonly Shape[] = [
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
      /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|(?:ACCESS|SECRET|PRIVATE|ENCRYPTION)_KEY)=(?![./~])([^\s"'`<>|()]{8,200})/g,
    isSecret: value => hasDigit(value) && /[A-Za-z]/.test(value) && !isWords(value) && variety(value) > 6,
    hasNoPrefix: true,
  },
  {
    name: 'secret',
    isQuoted: true,
    pattern:
      /(?:secret|token|api[_-]?key|(?:access|secret|private|encryption)[_-]?key)["']?\s{0,3}[=:]\s{0,3}["'`]([A-Za-z0-9+/=_.-]{16,200})["'`]/gi,
    isSecret: value => hasDigit(value) && /[A-Za-z]/.test(value) && !isWords(value) && variety(value) > 9,
    hasNoPrefix: true,
  },
]

/** `refresh-token-v2`, `auth.token.15`: names, not secrets. */
export const isWords = (value: string): boolean =>
  value.split(/[-_./]/).every(part => /^(?:[A-Z]?[a-z]+|[A-Z]+|[a-z]{0,3}\d{1,4}|)$/.test(part))

export const variety = (value: string): number => new Set(value).size
