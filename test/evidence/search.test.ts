import { describe, expect, it } from 'vitest'
import { searchFor } from '../../src/evidence/find-quote.ts'
import fc from '../property.ts'

/** The naive search: tries every offset. */
function naiveSearch(text: string, words: string, from: number): number {
  for (let at = from; at + words.length <= text.length; at++) {
    const cutsWord = (offset: number) => /^\w\w$/.test(text.slice(Math.max(0, offset - 1), offset + 1))
    if (text.startsWith(words, at) && !(at > 0 && cutsWord(at)) && !cutsWord(at + words.length)) return at
  }
  return -1
}

const some = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' '), minLength: 1, maxLength: 4 })

describe('searchFor', () => {
  it('finds short words at the same position as a naive search', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), some, fc.nat(8), (parts, words, from) => {
        const text = parts.join('')
        expect(searchFor(words)(text, from)).toBe(naiveSearch(text, words, from))
      }),
      { numRuns: 2000 },
    )
  })

  it('finds long repetitive words at the same position as a naive search', () => {
    const parts = fc.array(fc.tuple(fc.nat(5), some), { maxLength: 4 })
    fc.assert(
      fc.property(some, some, some, parts, (before, period, after, rest) => {
        const words = before + period.repeat(300) + after
        const text = rest.map(([times, other]) => other + period.repeat(times * 80) + words + other).join('')
        expect(searchFor(words)(text, 0)).toBe(naiveSearch(text, words, 0))
        expect(searchFor(words)(text, 500)).toBe(naiveSearch(text, words, 500))
      }),
    )
  })

  it('finds long words right after their own prefix, at the same position as a naive search', () => {
    const word = fc.array(fc.constantFrom('a.', '.a', '..', 'a'), { minLength: 260, maxLength: 300 })
    fc.assert(
      fc.property(word, fc.nat(600), fc.constantFrom('', 'a', '.'), (parts, length, other) => {
        const words = parts.join('')
        const text = other + words.slice(0, length) + words + other
        expect(searchFor(words)(text, 0)).toBe(naiveSearch(text, words, 0))
      }),
    )
  })

  it.each([10, 200])('skips an overlapping match that would cut a word: %i repeats', times => {
    const words = 'a.'.repeat(times)
    expect(searchFor(words)(`b${words}a.`, 0)).toBe(3)
    expect(searchFor(words)(`ba.ba.${words}a.`, 0)).toBe(6)
  })
})
