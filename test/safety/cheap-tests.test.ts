import { expect, test } from 'vitest'
import { maySecret } from '../../src/safety/cheap-tests.ts'
import { findSecrets } from '../../src/safety/secrets.ts'

const random = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6'
const of = (length: number, from = 0): string => random.repeat(9).slice(from, from + length)

/** One secret of each shape, assembled here so that no scanner reports this file as a leak. */
const secrets = [
  `AKIA${'Q3EGWJ5LQ2XNZP4D'}`,
  `aws_secret_access_key = "${of(40)}"`,
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map(prefix => prefix + of(36)),
  `github_pat_${of(30)}`,
  ...['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glsoat-'].map(prefix => prefix + of(24)),
  `xoxb-${of(24)}`,
  `xapp-1-${of(24)}`,
  `https://hooks.slack.com/services/T${of(8)}/B${of(8)}/${of(24)}`,
  `sk-ant-${of(40)}`,
  `sk-proj-${of(40)}`,
  `sk-${of(48)}`,
  `AIza${of(35)}`,
  `GOCSPX-${of(28)}`,
  `sk_live_${of(24)}`,
  `npm_${of(36)}`,
  `pypi-AgE${of(60)}`,
  `hf_${of(34)}`,
  `SG.${of(22)}.${of(43)}`,
  `dop_v1_${'0123456789abcdef'.repeat(4)}`,
  `eyJ${of(20)}.eyJ${of(20)}.${of(20)}`,
  'postgres://user:hunter22x@db/x',
  'password: "hunter22x"',
  'API_KEY=hunter22x',
  `token = '${of(20)}'`,
  `-----BEGIN RSA PRIVATE KEY-----\n${of(64)}\n-----END RSA PRIVATE KEY-----`,
]

test.each(secrets)('maySecret suspects %s', secret => {
  expect(findSecrets(`x ${secret} y`)).not.toEqual([])
  expect(maySecret(`x ${secret} y`)).toBe(true)
})

test('maySecret lets ordinary lines through', () => {
  for (const text of [
    'Use sliding window expiration with 15-minute grace period',
    'bd-x7y8 (task)',
    'Root cause: timezone mismatch in token expiry, see https://github.com/org/repo/issues/42',
    'The cache key of src/auth/session-store.ts lacks the tenant; no private key is in the words of the message.',
    '2024-01-15T14:30:00Z',
    '',
  ])
    expect(maySecret(text)).toBe(false)
})
