import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayHoldQuoted } from '../../src/safety/may-hold-quoted.ts'

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

test('where a pattern finds a quote mark behind a sign, so does the search', () => {
  const parts = fc.constantFrom(
    ...'=:"\'`a '.split(''),
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\v',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), all => {
      const text = all.join('')
      if (/[=:]\s{0,3}["'`]/.test(text)) expect(mayHoldQuoted(text)).toBe(true)
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test.each(['', 'no marks at all', 'a "word" in quotes', '- `code` [place]', '"', 'a = b "c"', "x:    'y'"])(
  'nothing is set in: %s',
  text => {
    expect(mayHoldQuoted(text)).toBe(false)
  },
)
