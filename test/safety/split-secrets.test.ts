import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maySecret } from '../../src/safety/may-secret.ts'
import { findSecrets, maskSecrets } from '../../src/safety/secrets.ts'
import { showLine, showText } from '../../src/safety/show-text.ts'

/** Made up, and put together here, so that no scanner takes this file for a leak. */
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

const GLUE = [
  ...['**', '~~', '*', '`', '``', '__', '***', '**~~', '~'],
  ...[
    '<!-- x -->',
    '<!---->',
    '<!-- a\nb <i> -->',
    '<br>',
    '<BR />',
    '<b>',
    '</b>',
    '<!-- --><!-- -->',
    '<?x?>',
    '<!X>',
    '<![CDATA[]]>',
  ],
  ...['&#x200b;', '&shy;', '&ZeroWidthSpace;', '&zwnj;'],
]

describe.each(GLUE)('split by %j', glue => {
  test.each(tokens)('%s is masked as a whole, and nothing but it', token => {
    for (let at = 1; at < token.length; at++) {
      const source = `- ${token.slice(0, at)}${glue}${token.slice(at)}, *then* a_b <br> c`
      // Underlines may be of the token.
      const shown = [token, glue === '__' ? source.slice(2) : token].map(start => start.slice(0, 4))
      const all = shown.map(start => `- ${start}…, *then* a_b <br> c`)
      if (!all.includes(maskSecrets(source))) expect(maskSecrets(source)).toBe(`${source} at ${at}`)
      if (!maySecret(source)) expect(source).toBe('suspected')
    }
  })
})

test.each(['\u200b', '\u00ad', '\u2060\u200c', '\u{e0061}', '\u202e', '\ufe0f'])(
  'split by %j, which nobody sees',
  hidden => {
    for (const token of tokens)
      for (const at of [1, 5, token.length - 1]) {
        const source = `a ${token.slice(0, at)}${hidden}${token.slice(at)} b`
        expect(maskSecrets(source)).toBe(`a ${token.slice(0, 4)}… b`)
      }
  },
)

test.each(tokens)('%s in bold, and in parts', token => {
  const parts = token.replaceAll(/(.{7})(?=.)/g, '$1**')
  expect(maskSecrets(`a **${parts}** b`)).toBe(`a **${token.slice(0, 4)}…** b`)
  expect(maskSecrets(`a <b>${token.slice(0, 9)}<i>${token.slice(9)}</b> b`)).toBe(
    `a <b>${token.slice(0, 4)}…</b> b`,
  )
  expect(maskSecrets(`a\\_b x${'**'}${token.slice(0, 9)}&#42;&#42;${token.slice(9)} b`)).toBe(
    `a\\_b x**${token.slice(0, 4)}… b`,
  )
})

describe('a line break, or a blank in its place, in a token of a known length', () => {
  const known = [`ghp_${random(36)}`, `npm_${random(36)}`, `AIza${random(35)}`]
  test.each(known)('%s', token => {
    for (let at = 4; at < token.length; at++)
      for (const end of ['\n', '\r\n', ' \n  ', '\n> ', ' ', '  ', '\t', '\u00a0', '\\\n', '<br>\n']) {
        const source = `- ${token.slice(0, at)}${end}${token.slice(at)} and more`
        if (!maySecret(source)) expect(source).toBe('suspected')
        if (maskSecrets(source) !== `- ${token.slice(0, 4)}… and more`)
          expect(maskSecrets(source)).toBe(`${source} at ${at}`)
        expect(showLine(source)).toBe(`- ${token.slice(0, 4)}… and more`)
      }
  })

  test.each(known)('%s is whole: the next line stays as it is', token => {
    expect(maskSecrets(`${token}\nnext1 line`)).toBe(`${token.slice(0, 4)}…\nnext1 line`)
  })

  test('two words are two words', () => {
    const commit = '3f2a9c0e8b7d6a5f4e3d2c1b0a9f8e7d6c5b4a39'
    for (const text of [
      `tokens start with ghp_\n${commit}`,
      `ghp_abc\n${commit}`,
      `ghp_abc ${commit}`,
      `set npm_config_registry to_the_mirror_of_the_team_in_berlin`,
      `ghp_${random(20)}\n\n${random(16)}`,
      `npm_config_registry\n${commit.slice(0, 30)}`,
      `sk-ant-api03\nthe-next-line-is-a-long-word-2`,
    ])
      expect(findSecrets(text)).toEqual([])
  })
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
])('%s is no secret', text => {
  expect(findSecrets(text)).toEqual([])
  expect(showText(text)).toBe(text)
})

test('tags and comments without an end, by the million', () => {
  const start = process.cpuUsage()
  for (const part of ['a<!--', 'a<b', 'a**', 'ghp_a<', 'a`', '<b>a', 'ghp_A1b2C3d4E5f6G7h8I9j0K1\n'])
    expect(findSecrets(part.repeat(1_000_000))).toEqual([])
  // Of the processor: this machine may have other things to do.
  expect(process.cpuUsage(start).user).toBeLessThan(20_000_000)
}, 120_000)

test('what is found may be there, however it is put together', () => {
  const halves = tokens.flatMap(token => [token.slice(0, 9), token.slice(9)])
  const piece = fc.constantFrom(
    ...GLUE,
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
