import { describe, expect, it } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { quoteFrom } from '../../src/evidence/quote.ts'
import fc from '../property.ts'
import { claim, lineRange, project } from './project.ts'

describe('quoteFrom', () => {
  it.each<[what: string, text: string, from: number, to: number, quote: string | undefined]>([
    ['one line, trimmed', 'a\n\t  b c \t\n', 2, 2, 'b c'],
    [
      'several lines without their shared indentation',
      'x\n    if (a) {\n      b\n    }\n',
      2,
      4,
      'if (a) {\n  b\n}',
    ],
    ['empty lines, which do not count as indentation', '  a\n\n  \n   b', 1, 4, 'a\n\n\n b'],
    ['tabs and spaces, which share no indentation', '\ta\n  b', 1, 2, '\ta\n  b'],
    ['CRLF', '  a\r\n  b\r\n', 1, 2, 'a\nb'],
    ['CR', '  a\r  b\r', 2, 2, 'b'],
    ['a byte order mark', '\uFEFF  a\n  b', 1, 2, 'a\nb'],
    ['an empty line', 'a\n\nb', 2, 2, ''],
    ['the last line', 'a\nb', 2, 2, 'b'],
    ['nothing for line 0', 'a', 0, 1, undefined],
    ['nothing past the end', 'a\nb\n', 3, 3, undefined],
    ['nothing for a range past the end', 'a\nb\n', 2, 3, undefined],
    ['nothing for a reversed range', 'a\nb\n', 2, 1, undefined],
  ])('quotes the cited lines: %s', (_, text, from, to, quote) => {
    expect(quoteFrom({ text }, { from, to })).toBe(quote)
  })
})

const word = fc.constantFrom(
  'a',
  'b1',
  'x_y',
  '(',
  ')',
  '{',
  '`',
  '"',
  '=',
  '+',
  'é',
  '漢',
  '😀',
  '\ud83d',
  '\\',
  '$',
)
const blank = fc.constantFrom('', ' ', '  ', '\t', '\u00a0')
const line = fc
  .tuple(blank, fc.array(fc.tuple(word, blank), { maxLength: 5 }))
  .map(([indent, words]) => indent + words.flat().join(''))
const ending = fc.constantFrom('\n', '\r\n', '\r')

/** Code, and a range of its lines that is not all white space. */
const cited = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), ending, fc.nat(), fc.nat())
  .map(([lines, end, one, other]) => {
    const [from, to] = [1 + (one % lines.length), 1 + (other % lines.length)]
    return { lines, end, range: lineRange(Math.min(from, to), Math.max(from, to)) }
  })
  .filter(
    ({ lines, range }) =>
      lines
        .slice(range.from - 1, range.to)
        .join('')
        .trim() !== '',
  )

const place = ({ from, to }: { from: number; to: number }) => `\${PROJECT_ROOT}/a.ts:${from}-${to}`

function quoteOf(lines: readonly string[], end: string, range: { from: number; to: number }): string {
  // Ends the last line too, so that it counts even if it is empty.
  return quoteFrom({ text: lines.join(end) + end }, range) ?? ''
}

describe('a quote taken by quoteFrom', () => {
  it('is ok and exact at the lines it was taken from', () => {
    fc.assert(
      fc.property(cited, ({ lines, end, range }) => {
        const code = project({ 'a.ts': lines.join(end) + end })
        const check = checkClaim(claim(quoteOf(lines, end, range), place(range)), code)
        expect(check).toMatchObject({ state: 'ok', exact: true })
      }),
      { numRuns: 1000 },
    )
  })

  it('is found as moved by k lines when k lines are added above it', () => {
    fc.assert(
      fc.property(cited, fc.integer({ min: 10, max: 20 }), ({ lines, end, range }, k) => {
        // A number on each line makes the match unique.
        const marked = lines.map((text, at) => `${text} L${at}`)
        const after = [...Array(k).fill('// new'), ...marked].join(end)
        const check = checkClaim(claim(quoteOf(marked, end, range), place(range)), project({ 'a.ts': after }))
        const lines2 = lineRange(range.from + k, range.to + k)
        expect(check).toMatchObject({ state: 'moved', to: { path: 'a.ts', lines: lines2 }, exact: true })
      }),
    )
  })

  it('is changed when a word of every line changes, with these lines as the closest', () => {
    fc.assert(
      fc.property(cited, fc.constantFrom('x', '9', '_'), ({ lines, end, range }, more) => {
        const named = lines.map((text, at) => `${text} call_number_${'abcdefgh'[at]}${at}${at}`)
        const code = project({ 'a.ts': named.map(text => text + more).join(end) })
        const check = checkClaim(claim(quoteOf(named, end, range), place(range)), code)
        expect(check).toMatchObject({ state: 'changed', closest: { lines: range } })
      }),
    )
  })

  it('is ok but not exact after a formatter changed the white space', () => {
    fc.assert(
      fc.property(cited, ({ lines, end, range }) => {
        const marked = lines.map((text, at) => `${text} (L${at}, M)`)
        const after = marked.map(text => text.replaceAll('(L', '(  L').replaceAll(/\s/g, '  ')).join(end)
        const check = checkClaim(claim(quoteOf(marked, end, range), place(range)), project({ 'a.ts': after }))
        expect(check).toMatchObject({ state: 'ok', exact: false, lines: range })
      }),
    )
  })
})
