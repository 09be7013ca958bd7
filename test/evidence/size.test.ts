import { describe, expect, it, test } from 'vitest'
import { checkEvidence } from '../../src/evidence/check.ts'
import { checkAll } from '../../src/evidence/check-all.ts'
import { relocateAll } from '../../src/evidence/relocate.ts'
import { claim, lineRange, project } from './project.ts'

const MB = 1_000_000

/** Each would take minutes, or for ever, if anything in it were quadratic; the limit leaves room for slow machines. */
describe('no size makes a check hang', { timeout: 40_000 }, () => {
  it.each<[what: string, text: string, quote: string, place: string, state: string]>([
    ['a line of 10 MB, quoted', `${'a '.repeat(5 * MB)}b c`, 'b c', 'a.ts:1', 'ok'],
    ['a line of 10 MB, changed', 'f(x);'.repeat(2 * MB), 'f(y);', 'a.ts:1', 'changed'],
    ['a line of 10 MB that is one word', 'a'.repeat(10 * MB), 'a', 'a.ts:1', 'changed'],
    ['10 MB of blanks', ' '.repeat(10 * MB), 'a', 'a.ts:1', 'changed'],
    ['10 MB of line ends', '\r'.repeat(10 * MB), 'a', 'a.ts:1', 'changed'],
    ['a million lines, the quote on the last', `${'x = 1\n'.repeat(MB)}y`, 'y', `a.ts:${MB + 1}`, 'ok'],
    ['a million lines, moved', `${'x = 1\n'.repeat(MB)}y`, 'y', 'a.ts:1', 'moved'],
    ['a million lines, each of them', 'x = 1\n'.repeat(MB), 'x = 1', 'a.ts:9999999', 'ambiguous'],
    ['a million lines, other blanks', 'x  =  1\n'.repeat(MB), 'x = 1', 'a.ts:9999999', 'ambiguous'],
    ['a million lines, changed', 'x = 1\n'.repeat(MB), 'x = 2', 'a.ts:5', 'changed'],
    ['a quote of 100 KB', `${'x = 1\n'.repeat(MB)}y`, `${'x = 1\n'.repeat(16_000)}y`, 'a.ts:984001', 'ok'],
    ['a quote of 100 KB, everywhere', '}\n'.repeat(MB), '}\n'.repeat(50_000), 'a.ts:9999999', 'ambiguous'],
    ['a quote of 100 KB, changed', 'x = 1\n'.repeat(MB), 'x = 2\n'.repeat(16_000), 'a.ts:5', 'changed'],
    ['the worst for `indexOf`', 'a'.repeat(10 * MB), `b${'a'.repeat(100_000)}`, 'a.ts:1', 'changed'],
    ['the same, short', '.aa'.repeat(3 * MB), '.aa'.repeat(83).slice(0, -1), 'a.ts:1', 'changed'],
    ['the same, with words', '.aa'.repeat(3 * MB), '.aa'.repeat(30_000).slice(0, -1), 'a.ts:1', 'changed'],
    ['a quote larger than the file', 'x', 'x = 1\n'.repeat(MB), 'a.ts:1', 'changed'],
  ])('%s', (_, text, quote, place, state) => {
    const started = performance.now()
    expect(checkEvidence(claim(quote, place), project({ 'a.ts': text })).state).toBe(state)
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('10,000 claims on one file of 1 MB cost its reading once', () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `const value_${at} = ${at}`)
    const code = project({ 'a.ts': lines.join('\n') })
    const started = performance.now()
    for (let line = 1; line <= 40_000; line += 4)
      expect(checkEvidence(claim(lines[line - 1], `a.ts:${line}`), code).state).toBe('ok')
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

test('a project too large to be searched whole gives guesses', { timeout: 40_000 }, () => {
  const large = { text: 'x'.repeat(20 * 1024 * 1024) }
  const names = Array.from({ length: 5 }, (_, index) => `big${index}.bin`)
  const code = project({ 'src/token.ts': 'export function isTokenExpired(token) {}\n' })
  const reader = {
    read: (path: string) => (path.endsWith('.bin') ? large : code.read(path)),
  }
  const piece = claim('export function isTokenExpired(token)', 'src/auth/jwt.ts:52')
  expect(relocateAll([piece], [...names, 'src/token.ts'], reader)).toEqual([
    { state: 'moved', to: { path: 'src/token.ts', lines: lineRange(1) }, exact: true, certain: false },
  ])
})

test('ten thousand lost claims take one pass', () => {
  const quotes = Array.from({ length: 10_000 }, (_, index) => `const value${index} = compute(${index})`)
  const reader = project({ 'new.ts': `${quotes.join('\n')}\n` })
  const pieces = quotes.map(quote => claim(quote, 'old.ts:1'))
  const start = performance.now()
  const found = checkAll(pieces, reader)
  expect(found.every(({ state }) => state === 'moved')).toBe(true)
  expect(performance.now() - start).toBeLessThan(10_000)
})
