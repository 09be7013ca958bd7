import { expect, test } from 'vitest'
import { partWeight } from '../../src/markdown/tokens.ts'
import { clip } from '../../src/recover/layout/clip.ts'
import { expectGrowth } from '../growth.ts'
import fc from '../property.ts'

test.each([
  ['keeps a text that fits', 'a few words', 100, 'a few words'],
  ['cuts at a word and drops the comma', 'one, two, three, four, five', 6.5, 'one, two…'],
  ['never cuts inside a code span', 'use `const a = 1` here and there', 5, 'use…'],
  ['never cuts a path in brackets', 'see [src/a b/c.ts:12] for more of it', 6, 'see…'],
  ['never cuts a bare path', '${PROJECT_ROOT}/src/auth/jwt.ts:45', 6, undefined],
  ['cuts inside a very long word', 'x'.repeat(5000), 10, /^x+…$/],
  ['returns undefined when nothing fits', 'word', 0.5, undefined],
])('clip %s', (_, text, budget, expected) => {
  const clipped = clip(text, budget)
  if (expected instanceof RegExp) expect(clipped).toMatch(expected)
  else expect(clipped).toBe(expected)
})

test('clip returns a prefix of the text within the budget and never splits a surrogate pair', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc
      .array(fc.constantFrom('word', '`a b`', '[x/y z]', '👩‍👩‍👧', '漢字', 'isTokenExpired', '—', '12345'), {
        maxLength: 60,
      })
      .map(parts => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.double({ min: 0, max: 120, noNaN: true }), (value, budget) => {
      const clipped = clip(value, budget)
      if (clipped === undefined) return
      // Clipping drops punctuation before the ellipsis, which can only make the text cheaper.
      expect(partWeight(clipped)).toBeLessThanOrEqual(Math.max(budget, partWeight('…')) + 0.01)
      expect(
        value.startsWith(clipped.endsWith('…') && clipped !== value ? clipped.slice(0, -1) : clipped),
      ).toBe(true)
      expect(clipped).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
    }),
    { numRuns: 2000, seed: 20261118 },
  )
})

test.each([
  ['words', 'a b '],
  ['letters', 'a'],
  ['backticks', '`'],
  ['brackets', '['],
])('clipping %s without a line break costs time in proportion to their number', (_, part) => {
  expectGrowth(
    size => {
      const text = part.repeat(size / part.length)
      return () => clip(text, 50)
    },
    { from: 200_000 },
  )
  expect(() => clip(part.repeat(10_000_000 / part.length), 50)).not.toThrow()
})
