import { describe, expect, test } from 'vitest'
import { parseLocator, printLocator } from '../../src/notes/text/locator.ts'
import { expectGrowth } from '../growth.ts'

const lines = (...ranges: [number, number?][]) => ranges.map(([from, to = from]) => ({ from, to }))
const R = '${PROJECT_ROOT}'

describe('parseLocator', () => {
  test.each([
    [`${R}/src/a.ts`, 'project', 'src/a.ts', lines()],
    [`${R}/src/a.ts:12`, 'project', 'src/a.ts', lines([12])],
    [`${R}/src/a.ts:12-34`, 'project', 'src/a.ts', lines([12, 34])],
    [`${R}/src/a.ts:12–34`, 'project', 'src/a.ts', lines([12, 34])],
    [`${R}/src/a.ts:L12-L34`, 'project', 'src/a.ts', lines([12, 34])],
    [`${R}/src/a.ts#L12-L34`, 'project', 'src/a.ts', lines([12, 34])],
    [`${R}/src/a.ts#L12`, 'project', 'src/a.ts', lines([12])],
    [`${R}/src/a.ts:96,100,175`, 'project', 'src/a.ts', lines([96], [100], [175])],
    [`${R}/src/a.ts:34-12`, 'project', 'src/a.ts', lines([12, 34])],
    [`\`${R}/src/a.ts:5\``, 'project', 'src/a.ts', lines([5])],
    [`[${R}/src/a.ts:5]`, 'project', 'src/a.ts', lines([5])],
    [`[the token check](${R}/src/a.ts:5)`, 'project', 'src/a.ts', lines([5])],
    [`[src/a.ts:5](https://example.org/x)`, 'relative', 'src/a.ts', lines([5])],
    [`${R}/app/[id]/(main)/a b.ts:12`, 'project', 'app/[id]/(main)/a b.ts', lines([12])],
    [`[${R}/app/[id]/page.tsx:3]`, 'project', 'app/[id]/page.tsx', lines([3])],
    ['[id]/page.tsx:3', 'relative', '[id]/page.tsx', lines([3])],
    [`${R}/src/__tests__/a_b_c.ts:1`, 'project', 'src/__tests__/a_b_c.ts', lines([1])],
    ['src/a.ts:12:5', 'relative', 'src/a.ts', lines([12])],
    ['./src/a.ts:12', 'relative', './src/a.ts', lines([12])],
    ['a:b.ts:7', 'relative', 'a:b.ts', lines([7])],
    ['/home/u/p/a.ts:12', 'absolute', '/home/u/p/a.ts', lines([12])],
    ['C:\\p\\a.ts:12', 'absolute', 'C:\\p\\a.ts', lines([12])],
    ['C:/p/a.ts', 'absolute', 'C:/p/a.ts', lines()],
    ['~/notes.md', 'home', '~/notes.md', lines()],
    ['Makefile:3', 'relative', 'Makefile', lines([3])],
    ['README.md', 'relative', 'README.md', lines()],
  ])('reads the place %s as a path of kind %s', (text, kind, path, ranges) => {
    expect(parseLocator(text)).toMatchObject({ kind, path, lines: ranges })
  })
})

test.each([
  ['#123', 'issue'],
  ['PR #42', 'issue'],
  ['acme/api#7', 'issue'],
  ['9c4fe73', 'commit'],
  ['commit 9c4fe732c9cb50a3', 'commit'],
  ['https://example.org/a/b#L3', 'url'],
])('parseLocator reads %s as evidence outside the code, of kind %s', (text, kind) => {
  expect(parseLocator(text)).toMatchObject({ kind, text })
})

test.each(['', 'just some prose', 'defaced', 'either/or and more', '2024/01/02', '1.5'])(
  'parseLocator finds no place in "%s"',
  text => {
    expect(parseLocator(text)).toBeUndefined()
  },
)

test('printLocator prints a place that parseLocator reads back', () => {
  const printed = printLocator('app/[id]/a b.ts', lines([3], [5, 9]))
  expect(printed).toBe(`${R}/app/[id]/a b.ts:3,5-9`)
  expect(parseLocator(printed)).toMatchObject({ path: 'app/[id]/a b.ts', lines: lines([3], [5, 9]) })
})

test.each(['[', '(:1', 'a:1,1', '`', ':1', '#L1', '[](', '-'])(
  'parsing a place made of repeated "%s" takes time in proportion to its length',
  part => {
    expectGrowth(
      size => {
        const text = part.repeat(size / part.length)
        return () => parseLocator(text)
      },
      { from: 50_000 },
    )
    expect(() => parseLocator(part.repeat(10_000_000 / part.length))).not.toThrow()
  },
)
