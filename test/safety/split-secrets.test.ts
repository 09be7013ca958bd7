import { expect, test } from 'vitest'
import { maySecret } from '../../src/safety/cheap-tests.ts'
import { findSecrets, maskSecrets } from '../../src/safety/secrets.ts'
import { showText } from '../../src/safety/show-text.ts'
import fc from '../property.ts'

/** Returns made-up text; secrets are assembled here so that no scanner reports this file as a leak. */
const random = (length: number): string => 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0xL'.repeat(9).slice(0, length)

const tokens = [
  `AKIA${'Q3EGWJ5LQ2XNZP4D'}`,
  `ghp_${random(36)}`,
  `github_pat_${random(40)}`,
  `glpat-${random(20)}`,
  `xoxb-${'123456789012-abcDEF'}`,
  `xapp-1-${random(40)}`,
  `sk-ant-api03-${random(60)}`,
  `sk-proj-${random(48)}`,
  `AIza${random(35)}`,
  `GOCSPX-${random(28)}`,
  `sk_live_${random(24)}`,
  `npm_${random(36)}`,
  `pypi-AgE${random(60)}`,
  `hf_${random(34)}`,
  `SG.${random(22)}.${random(43)}`,
  `dop_v1_${'0123456789abcdef'.repeat(4)}`,
  `eyJ${random(20)}.eyJ${random(30)}.${random(40)}`,
]

// Nothing here defends against a secret split on purpose: an agent that can be made to split one can write base64.
// These tests cover the ways in which a secret that the user or an agent wrote gets split by accident.

test.each(['\u200b', '\u00ad', '\u2060\u200c', '\u{e0061}', '\u202e', '\ufe0f'])(
  'a token with the hidden character %j inside is masked',
  hidden => {
    for (const token of tokens)
      for (const at of [1, 5, token.length - 1]) {
        const source = `a ${token.slice(0, at)}${hidden}${token.slice(at)} b`
        expect(maskSecrets(source)).toBe(`a ${token.slice(0, 4)}… b`)
      }
  },
)

test.each(tokens)('the token %s is masked when escaped, in bold, in code and in a table', token => {
  const shown = `${token.slice(0, 4)}…`
  const escaped = token.replaceAll(/[_.-]/g, '\\$&')
  for (const [source, masked] of [
    [`a **${token}** b`, `a **${shown}** b`],
    [`a **${escaped}** b`, `a **${shown}** b`],
    [`a ~~${token}~~ b`, `a ~~${shown}~~ b`],
    [`a \`${token}\` b`, `a \`${shown}\` b`],
    [`| key | ${token} | a\\|b |`, `| key | ${shown} | a\\|b |`],
    [`| key | ${escaped} |`, `| key | ${shown} |`],
    [`| a<br>${token}<br>b |`, `| a<br>${shown}<br>b |`],
    [`a&shy;b ${token.slice(0, 9)}&shy;${token.slice(9)}`, `a&shy;b ${shown}`],
  ] as const) {
    expect(maskSecrets(source)).toBe(masked)
    expect(maySecret(source)).toBe(true)
  }
})

test('a password with a character that Markdown escapes is masked', () => {
  for (const source of [
    '| DB_PASS=x7Kq9\\|vLm2Pz |',
    'password: "x7Kq9\\_vLm2Pz"',
    'DB\\_PASS=x7Kq9\\*vLm2Pz',
  ]) {
    expect(maskSecrets(source)).not.toMatch(/Kq9|vLm2/)
    expect(maySecret(source)).toBe(true)
  }
})

test('masking a token keeps the next line', () => {
  for (const token of tokens)
    expect(maskSecrets(`${token}\nnext1 line`)).toBe(`${token.slice(0, 4)}…\nnext1 line`)
})

test.each([
  'snake_case__names__with_npm__config__and__more__parts',
  'src/**/*.ts and test/**/ghp_*.ts, a*b*c*d',
  '`sk-ant-`prefixed-keys-in-all-tests and `ghp_`-tokens-are-masked-by-the-linter',
  'sk-ant-**never-commit-such-a-key-anywhere**',
  'sk-ant-api03-********-see-the-team-vault-page',
  `ghp_${'*'.repeat(36)}`,
  'ghp_<your token here>abc, `npm_`*token*, Map<string, Promise<void>>',
  '| a<br>b | AKIA<br>ABCDEF | sk-<br>learn-is-a-library-for-python-3 |',
  '**Task**-management-and-other-words-with-dashes',
  'eyJ**is**how.they.start.and.go.on',
])('findSecrets and showText leave %s alone', text => {
  expect(findSecrets(text)).toEqual([])
  expect(showText(text)).toBe(text)
})

test('findSecrets returns spans in order for any text, and maySecret suspects every text that has any', () => {
  const halves = tokens.flatMap(token => [token.slice(0, 9), token.slice(9)])
  const piece = fc.constantFrom(
    ...['**', '`', '<b>', '&shy;'],
    ...tokens,
    ...halves,
    '\n',
    ' ',
    'a',
    '_',
    '.',
    '\\_',
    '<',
    '>',
    '-->',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const text = pieces.join('')
      const found = findSecrets(text)
      if (found.length > 0) expect(maySecret(text)).toBe(true)
      let before = 0
      for (const { span } of found) {
        expect(span.start).toBeGreaterThanOrEqual(before)
        expect(span.end).toBeGreaterThan(span.start)
        before = span.end
      }
      expect(before).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 5000 },
  )
})
