/**
 * Whether a text can hold what `secrets.ts` looks for, for texts that are shown at every start of a session and nearly
 * never hold any. In two steps, because a pattern of all shapes takes longer to build than a session start may take.
 * A test shows it every shape.
 */
export function maySecret(text: string): boolean {
  if (!LONG_OR_QUOTED.test(text)) return false
  const lower = text.toLowerCase()
  return SIGNS.some(sign => lower.includes(sign))
}

/** Every key is a long run of letters and digits, a password after a sign of equality, part of a URL, or has a header. */
const LONG_OR_QUOTED = /[\w+/=.-]{16}|[A-Z]=\S|[=:]\s{0,3}["'`]|:\/\/|-----/

const SIGNS = [
  ...[
    'akia',
    'asia',
    'ghp_',
    'gho_',
    'ghu_',
    'ghs_',
    'ghr_',
    'github_pat_',
    'glpat-',
    'gldt-',
    'glrt-',
    'glptt-',
  ],
  ...[
    'glsoat-',
    'xox',
    'xapp-',
    'slack.com',
    'sk-',
    'aiza',
    'gocspx',
    'k_live',
    'npm_',
    'pypi-',
    'hf_',
    'sg.',
  ],
  ...['_v1_', 'eyj', '://', 'private key', 'secret', 'token', 'key', 'passw', 'passphrase', 'pwd'],
]
