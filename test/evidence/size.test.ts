import { describe, expect, it, test } from 'vitest'
import { checkClaim, checkClaims } from '../../src/evidence/check.ts'
import { expectGrowth } from '../growth.ts'
import { claim, lineRange, project } from './project.ts'

const MILLION = 1_000_000

/** A file and a claim about it, made for any size; size 1,000,000 means some 10 MB or a million lines. */
interface Checked {
  readonly text: string
  readonly quote: string
  readonly place?: string
}

const cases: readonly (readonly [what: string, make: (size: number) => Checked, state: string])[] = [
  ['a line of 10 MB, quoted', n => ({ text: `${'a '.repeat(5 * n)}b c`, quote: 'b c' }), 'ok'],
  ['a line of 10 MB, changed', n => ({ text: 'f(x);'.repeat(2 * n), quote: 'f(y);' }), 'gone'],
  ['a line of 10 MB that is one word', n => ({ text: 'a'.repeat(10 * n), quote: 'a' }), 'gone'],
  ['10 MB of spaces', n => ({ text: ' '.repeat(10 * n), quote: 'a' }), 'gone'],
  ['10 MB of line breaks', n => ({ text: '\r'.repeat(10 * n), quote: 'a' }), 'gone'],
  [
    'a million lines, the quote on the last',
    n => ({ text: `${'x = 1\n'.repeat(n)}y`, quote: 'y', place: `a.ts:${n + 1}` }),
    'ok',
  ],
  ['a million lines, moved', n => ({ text: `${'x = 1\n'.repeat(n)}y`, quote: 'y' }), 'moved'],
  [
    'a million lines, each of them the quote',
    n => ({ text: 'x = 1\n'.repeat(n), quote: 'x = 1', place: 'a.ts:9999999' }),
    'ambiguous',
  ],
  [
    'a million lines, each of them the quote with other spaces',
    n => ({ text: 'x  =  1\n'.repeat(n), quote: 'x = 1', place: 'a.ts:9999999' }),
    'ambiguous',
  ],
  ['a million lines, changed', n => ({ text: 'x = 1\n'.repeat(n), quote: 'x = 2', place: 'a.ts:5' }), 'gone'],
  [
    'a quote of 100 KB',
    n => ({
      text: `${'x = 1\n'.repeat(n)}y`,
      quote: `${'x = 1\n'.repeat(n / 50)}y`,
      place: `a.ts:${n - Math.floor(n / 50) + 1}`,
    }),
    'ok',
  ],
  [
    'a quote of 100 KB, everywhere',
    n => ({ text: '}\n'.repeat(n), quote: '}\n'.repeat(n / 20), place: 'a.ts:9999999' }),
    'ambiguous',
  ],
  [
    'a quote of 100 KB, changed',
    n => ({ text: 'x = 1\n'.repeat(n), quote: 'x = 2\n'.repeat(n * 0.016), place: 'a.ts:5' }),
    'gone',
  ],
  [
    'the worst case for `indexOf`',
    n => ({ text: 'a'.repeat(10 * n), quote: `b${'a'.repeat(n / 10)}` }),
    'gone',
  ],
  [
    'the worst case for `indexOf`, with a short quote',
    n => ({ text: '.aa'.repeat(3 * n), quote: '.aa'.repeat(83).slice(0, -1) }),
    'gone',
  ],
  [
    'the worst case for `indexOf`, with words',
    n => ({ text: '.aa'.repeat(3 * n), quote: '.aa'.repeat(n * 0.03).slice(0, -1) }),
    'gone',
  ],
  ['a quote larger than the file', n => ({ text: 'x', quote: 'x = 1\n'.repeat(n) }), 'gone'],
]

describe('checking evidence', { timeout: 120_000 }, () => {
  it.each(cases)('takes time in proportion to the file size: %s', (_, make, state) => {
    const checking = (size: number) => {
      const { text, quote, place = 'a.ts:1' } = make(size)
      const code = project({ 'a.ts': text })
      return () => checkClaim(claim(quote, place), code).state
    }
    expectGrowth(checking, { from: MILLION / 20 })
    expect(checking(MILLION)()).toBe(state)
  })

  it('reads a file of 1 MB once for 10,000 claims', () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `const value_${at} = ${at}`)
    const checking = (claims: number) => {
      const code = project({ 'a.ts': lines.join('\n') })
      const each = Array.from({ length: claims }, (_, at) => claim(lines[at * 4], `a.ts:${at * 4 + 1}`))
      return () => each.every(one => checkClaim(one, code).state === 'ok')
    }
    expect(checking(10_000)()).toBe(true)
    // Reading the file takes some 10 ms, so a thousand claims that each read it would cost ten seconds.
    expectGrowth(checking, { from: 10, times: 100, atMost: 20 })
  })
})

test('relocating in a project too large to search completely returns uncertain moves', {
  timeout: 120_000,
}, () => {
  const large = { text: 'x'.repeat(20 * 1024 * 1024) }
  const names = Array.from({ length: 5 }, (_, index) => `big${index}.bin`)
  const code = project({ 'src/token.ts': 'export function isTokenExpired(token) {}\n' })
  const reader = {
    read: (path: string) => (path.endsWith('.bin') ? large : code.read(path)),
    files: () => [...names, 'src/token.ts'],
  }
  const piece = claim('export function isTokenExpired(token)', 'src/auth/jwt.ts:52')
  expect(checkClaims([piece], reader)).toEqual([
    { state: 'moved', to: { path: 'src/token.ts', lines: lineRange(1) }, exact: true, certain: false },
  ])
})

test('relocating ten thousand lost claims takes time in proportion to their number', () => {
  const relocating = (lost: number) => {
    const quotes = Array.from({ length: lost }, (_, index) => `const value${index} = compute(${index})`)
    const reader = project({ 'new.ts': `${quotes.join('\n')}\n` })
    const pieces = quotes.map(quote => claim(quote, 'old.ts:1'))
    return () => checkClaims(pieces, reader)
  }
  expectGrowth(relocating, { from: 2_500 })
  expect(relocating(10_000)().every(({ state }) => state === 'moved')).toBe(true)
})
