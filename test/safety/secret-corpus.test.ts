import { describe, expect, test } from 'vitest'
import { maySecret } from '../../src/safety/cheap-tests.ts'
import { findSecrets, maskSecrets } from '../../src/safety/secrets.ts'
import { TOKEN_KINDS } from '../../src/safety/token-kinds.ts'
import { expectGrowth } from '../growth.ts'
import { readHarmless, readKnown, SOURCES } from './corpus/read.mjs'

const isMasked = (text: string): boolean => maskSecrets(text) !== text

describe.each(SOURCES)('the secret corpus %s', source => {
  const known = readKnown(source)
  const missed = known.filter(({ text }) => !isMasked(text))

  test('has more than 95 of every 100 secrets masked', () => {
    expect(known.length).toBeGreaterThan(40)
    expect(missed.length / known.length, JSON.stringify(missed.slice(0, 9))).toBeLessThan(0.05)
  })

  test('is suspected by maySecret wherever a secret is masked', () => {
    const unsuspected = known.filter(({ text }) => isMasked(text) && !maySecret(text))
    expect(unsuspected).toEqual([])
  })

  test('stays the same when its secrets are masked again', () => {
    const changed = known.filter(({ text }) => maskSecrets(maskSecrets(text)) !== maskSecrets(text))
    expect(changed).toEqual([])
  })
})

test('every credential that the review found unmasked is masked', () => {
  expect(readKnown('reviewed').filter(({ text }) => !isMasked(text))).toEqual([])
})

test('at most one of 200 harmless lines is masked as a secret', () => {
  const harmless = readHarmless()
  expect(harmless).toHaveLength(200)
  const masked = harmless.filter(isMasked).map(maskSecrets)
  expect(masked.length, masked.join('\n')).toBeLessThanOrEqual(1)
  // When they are joined into one file, no two lines together count as a secret either.
  expect(findSecrets(harmless.join('\n')).length).toBeLessThanOrEqual(1)
})

test('finding secrets among repeated secret prefixes takes time in proportion to the length of the text', () => {
  const starts = TOKEN_KINDS.trim()
    .split('\n')
    .flatMap(line => (line.split(' | ')[1] ?? '').split(' '))
  expect(starts.length).toBeGreaterThan(200)
  const random = 'a1B2c3D4e5F6g7H8i9J0k1L2'
  const parts = [
    ...starts,
    ...starts
      .filter((_, index) => index % 9 === 0)
      .flatMap(start => [`${start}${random}.`, `${start}${random}-`]),
    ...['password=a1', 'token: "a1', '&a=1', 'a1:', '=', ':', '|', '<a>', '\\_', '&#42;', '<br>'],
    ...['://a:', `${random}://`, 'curl -u ', 'mysql -u ', 'Bearer ', 'Basic ', 'cookie: a=', 'password is '],
    ...['login a password ', 'server=a;', 'Q~', '.atlasv1.', '_mmk', 'hooks.slack.com/services/', 'aA1'],
    ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\n'],
  ]
  for (const part of parts)
    expectGrowth(
      size => {
        const text = part.repeat(Math.ceil(size / part.length))
        return () => findSecrets(text)
      },
      { from: 25_000, what: `${part} repeated` },
    )
}, 600_000)
