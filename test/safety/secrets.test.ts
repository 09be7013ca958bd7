import { describe, expect, test } from 'vitest'
import { maySecret } from '../../src/safety/cheap-tests.ts'
import { findSecrets, maskSecrets } from '../../src/safety/secrets.ts'

/** Returns made-up text; secrets are assembled here so that no scanner reports this file as a leak. */
const random = (length: number): string => 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0xL'.repeat(9).slice(0, length)

const secrets: readonly (readonly [string, string])[] = [
  ['AWS access key', `AKIA${'Q3EGWJ5LQ2XNZP4D'}`],
  ['AWS access key', `ASIA${'Q3EGWJ5LQ2XNZP4D'}`],
  // One key in 20 has no digit, or none before its last character.
  ['AWS access key', `AKIA${'QXEGWJYLQZXNZPVD'}`],
  ['AWS access key', `AKIA${'QXEGWJYLQZXNZPV2'}`],
  ['GitHub token', `ghp_${random(36)}`],
  ['GitHub token', `github_pat_${random(40)}`],
  ['GitLab token', `glpat-${random(20)}`],
  ['Slack token', `xoxb-${'123456789012-abcDEF'}`],
  ['Anthropic key', `sk-ant-api03-${random(60)}`],
  ['OpenAI key', `sk-proj-${random(48)}`],
  ['OpenAI key', `sk-${random(48)}`],
  ['Google key', `AIza${random(35)}`],
  ['Stripe key', `sk_live_${random(24)}`],
  ['npm token', `npm_${random(36)}`],
  ['Google client secret', `GOCSPX-${random(28)}`],
  ['PyPI token', `pypi-AgE${random(60)}`],
  ['Hugging Face token', `hf_${random(34)}`],
  ['SendGrid key', `SG.${random(22)}.${random(43)}`],
  ['DigitalOcean token', `dop_v1_${'0123456789abcdef'.repeat(4)}`],
  ['Slack token', `xapp-1-${random(40)}`],
  ['JSON web token', `eyJ${random(20)}.eyJ${random(30)}.${random(40)}`],
]

describe.each(secrets)('the secret %s', (name, secret) => {
  test('is found next to any character and masked after its first four characters', () => {
    for (const [before, after] of [
      ['', ''],
      ['`', '`'],
      ['<!-- ', ' -->'],
      ['KEY=', '\n'],
      ['-', ' and more words'],
      ['_', ''],
      ['"', '",'],
    ]) {
      const text = `${before}${secret}${after}`
      expect(
        findSecrets(text).map(found => [found.name, text.slice(found.span.start, found.span.end)]),
      ).toEqual([[name, secret]])
      expect(maskSecrets(text)).toBe(`${before}${secret.slice(0, 4)}…${after}`)
    }
  })

  test('is found and masked where an editor put escapes and entities into it', () => {
    const written = [
      secret.replaceAll(/[_.-]/g, '\\$&'),
      secret.replaceAll(/[_.-]/g, mark => `&#${mark.charCodeAt(0)};`),
      `&#x${secret.charCodeAt(0).toString(16)};${secret.slice(1, -1)}&#${secret.charCodeAt(secret.length - 1)};`,
      secret.replaceAll('_', '&lowbar;').replaceAll('.', '&period;'),
    ]
    for (const source of written) {
      expect(findSecrets(source).map(({ name: found }) => found)).toEqual([name])
      expect(maskSecrets(`a\\*b ${source}\\* &amp; c`)).toBe(`a\\*b ${secret.slice(0, 4)}…\\* &amp; c`)
    }
  })

  test('stays the same when it is masked again', () => {
    const masked = maskSecrets(`- ${secret}`)
    expect(maskSecrets(masked)).toBe(masked)
  })
})

test.each([
  ['a password', 'password = "tr0ub4dor&3"', 'tr0ub4dor&3'],
  ['a password in JSON', '{"Password": "tr0ub4dor&3"}', 'tr0ub4dor&3'],
  ['a password in a .env file', 'DB_PASSWORD=hunter2Secret99', 'hunter2Secret99'],
  ['a key without a known shape', `api_key: '${random(32)}'`, random(32)],
  ['a signing key', `SECRET_KEY="${random(24)}"`, random(24)],
  ['an encryption key without quotes', `ENCRYPTION_KEY=${random(24)}`, random(24)],
  ['a secret AWS key', `aws_secret_access_key = ${random(40)}`, random(40)],
  ['a password in a URL', 'postgres://app:s3cr3tpw9@db/main', 's3cr3tpw9'],
])('findSecrets finds %s', (_, text, secret) => {
  expect(findSecrets(text).map(({ span }) => text.slice(span.start, span.end))).toEqual([secret])
  expect(maskSecrets(text)).not.toContain(secret.slice(4))
})

test.each([
  'AKIAIOSFODNN7EXAMPLE',
  'password = "${DB_PASSWORD}"',
  'password: "<your password>"',
  'password = "changeme123"',
  'password = "hunter"',
  'token: "refresh-token-v2-sliding"',
  `ghp_${'x'.repeat(36)}`,
  'sk-learn is a library; task-management-and-other-words-with-dashes',
  'eyJ is how they start',
  '-----BEGIN PRIVATE KEY-----',
  'the header `-----BEGIN RSA PRIVATE KEY-----` and the footer `-----END RSA PRIVATE KEY-----`',
  'https://example.com:8080/path@2',
  'commit 3f2a9c0e8b7d6a5f4e3d2c1b0a9f8e7d6c5b4a39',
  'API_KEY_FILE=/run/k3y SECRET=/run/secrets/db1pass TOKEN=src/auth.ts MAX_TOKEN=16000000',
])('findSecrets finds nothing in %s', text => {
  expect(findSecrets(text)).toEqual([])
  expect(maskSecrets(text)).toBe(text)
})

describe('a private key', () => {
  const body = `${random(64)}\n${random(64)}\n${random(20)}==`
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`

  test.each([
    ['as it is', key],
    ['with CRLF', key.replaceAll('\n', '\r\n')],
    ['in a quote', key.replaceAll('\n', '\n> ')],
    ['in JSON', key.replaceAll('\n', '\\n')],
    ['on one line', key.replaceAll('\n', ' ')],
  ])('is masked from its header to its end, %s', (_, text) => {
    expect(maskSecrets(`before\n${text}\nafter\n`)).toBe('before\n-----BEGIN RSA PRIVATE KEY-----…\nafter\n')
  })

  test('is masked to the end of its body when its footer is missing', () => {
    const open = `-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(64)}`
    expect(maskSecrets(`${open}\n\nNothing of this is a key, so it stays.\n`)).toBe(
      '-----BEGIN PRIVATE KEY-----…\n\nNothing of this is a key, so it stays.\n',
    )
  })
})

test('a private key is recognized when a ten-megabyte word follows its header', () => {
  expect(maskSecrets(`-----BEGIN PRIVATE KEY-----${'a'.repeat(10_000_000)}`)).toContain(
    '-----BEGIN PRIVATE KEY-----…',
  )
})

test('a token in a password assignment is one secret, not two', () => {
  expect(findSecrets(`token = "ghp_${random(36)}"`)).toHaveLength(1)
})

test.each([
  ['quotes written as entities', 'password: &quot;tr0ub4dor&amp;3&quot; and', 'password: &quot;t…&quot; and'],
  ['an escaped URL', 'postgres\\://app\\:s3cr3tpw9\\@db/x', 'postgres\\://app\\:s…@db/x'],
  [
    'an escaped line break before it',
    `"stdout":"\\nghp_${random(36)}\\tghp_${random(36)}"`,
    '"stdout":"\\nghp_…\\tghp_…"',
  ],
  ['an escaped variable name', 'DB\\_PASSWORD=hunter2Secret99', 'DB\\_PASSWORD=h…'],
  [
    'the lines of a private key in one cell',
    `| -----BEGIN PRIVATE KEY-----<br>${random(64)}<br/>${random(20)}<BR>-----END PRIVATE KEY----- |`,
    '| -----BEGIN PRIVATE KEY-----… |',
  ],
  ['an escaped character after it', `ghp_${random(36)}\\_${random(9)}`, 'ghp_…\\_'],
])('maskSecrets masks a secret with %s', (_, source, masked) => {
  expect(maskSecrets(source).startsWith(masked)).toBe(true)
  expect(maySecret(source)).toBe(true)
})
