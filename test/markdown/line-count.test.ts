import { expect, test } from 'vitest'
import { lineCounter } from '../../src/markdown/lines.ts'
import { expectGrowth } from '../growth.ts'

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

test.each([
  ['a small text', 'ab\n\nc\n'.repeat(2_000)],
  ['a large text', 'ab\n\nc some more words\n'.repeat(50_000)],
  ['a text with lines of all lengths', Array.from({ length: 900 }, (_, n) => 'x'.repeat(n * 3)).join('\n')],
])('lineCounter returns the line of any offset in %s, in any order of calls', (_, text) => {
  const lineAt = lineCounter(text)
  const places = [0, 1, 2, 4095, 4096, 4097, text.length, text.length - 1, 8191, 8192, 3, text.length >> 1]
  for (const place of places) expect(lineAt(place)).toBe(lineOf(text, place))
})

test('counting lines across one line of ten megabytes costs time in proportion to its length', () => {
  const withLine = (size: number) => `a\n${'x'.repeat(size)}\nb`
  const text = withLine(10_000_000)
  expect(lineCounter(text)(text.length)).toBe(3)
  expectGrowth(
    size => {
      const part = withLine(size)
      return () => lineCounter(part)(part.length)
    },
    { from: 2_500_000, times: 4 },
  )
})
