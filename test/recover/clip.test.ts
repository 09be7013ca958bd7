import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partWeight } from '../../src/markdown/tokens.ts'
import { clip } from '../../src/recover/layout/clip.ts'
import { expectGrowth } from '../growth.ts'

test.each([
  ['fits whole', 'a few words', 100, 'a few words'],
  ['at a word, without the comma', 'one, two, three, four, five', 6.5, 'one, two…'],
  ['never inside a code span', 'use `const a = 1` here and there', 5, 'use…'],
  ['nor a path in brackets', 'see [src/a b/c.ts:12] for more of it', 6, 'see…'],
  ['nor a bare path', '${PROJECT_ROOT}/src/auth/jwt.ts:45', 6, undefined],
  ['a word without end', 'x'.repeat(5000), 10, /^x+…$/],
  ['nothing fits', 'word', 0.5, undefined],
])('%s', (_, text, most, expected) => {
  const clipped = clip(text, most)
  if (expected instanceof RegExp) expect(clipped).toMatch(expected)
  else expect(clipped).toBe(expected)
})

test('never more than allowed, a start of the text, and no half of a pair', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc
      .array(fc.constantFrom('word', '`a b`', '[x/y z]', '👩‍👩‍👧', '漢字', 'isTokenExpired', '—', '12345'), {
        maxLength: 60,
      })
      .map(parts => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.double({ min: 0, max: 120, noNaN: true }), (value, most) => {
      const clipped = clip(value, most)
      if (clipped === undefined) return
      // A cut drops punctuation before its mark, which can only make it cheaper.
      expect(partWeight(clipped)).toBeLessThanOrEqual(Math.max(most, partWeight('…')) + 0.01)
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
