import { expect, it } from 'vitest'
import { codeLines } from '../../src/evidence/code.ts'
import { findQuote } from '../../src/evidence/find-quote.ts'
import { readQuote } from '../../src/evidence/quote.ts'
import fc from '../property.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' ', '\n'), maxLength: 24 })

it('findQuote within a range of lines finds the places that start in that range', () => {
  fc.assert(
    fc.property(text, text, fc.nat(6), fc.nat(6), (code, words, from, more) => {
      const lines = codeLines({ text: code })
      const quote = readQuote(words)
      if (quote === undefined) return
      const within = { from, to: from + more }
      const all = findQuote(lines, quote, { from: 1, to: lines.count })
      expect(findQuote(lines, quote, within)).toEqual(
        all.filter(place => place.lines.from >= within.from && place.lines.from <= within.to),
      )
    }),
    { numRuns: 5000 },
  )
})
