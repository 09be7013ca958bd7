import { describe, expect, it, test } from 'vitest'
import { checkClaim, checkClaims } from '../../src/evidence/check.ts'
import { partsFinder } from '../../src/evidence/search.ts'
import { claim, lineRange, project } from './project.ts'

const code = project({
  'src/auth/token.ts': 'a\nexport function isTokenExpired(token) {\n  return now()\n}\n',
  'src/auth/other.ts': 'function refresh( token ) { again() }\n',
  'src/auth/one.ts': 'function onlyTwice() {}\n',
  'lib/auth/two.ts': 'function onlyTwice() {}\n',
  'lib/jwt.ts': 'return x\n',
  'lib/exact.ts': 'const where = the(exact)\n',
  'lib/inexact.ts': 'const where = the( exact )\n',
  'lib/sixteen.ts': 'x(1234567890123)\ny(123456789012)\n',
  'lib/binary.ts': { problem: 'unreadable' },
  'docs/notes.md': 'export function onlyInAPage() {}\n',
  'docs/page.md': 'A page has words of its own.\n',
  'src/here.ts': 'import { gone } from "./there.ts"\n',
  'src/there.ts': 'export function movedOut(of, here) {}\n',
  'src/edited.ts': 'export function editedInPlace(withTwo, parameters) {}\n',
  'src/copy.ts': 'export function editedInPlace(withOne, parameters) {}\n',
})
const candidates = [...(code.files?.() ?? []), 'lib/gone.ts']
const withGone = { ...code, files: () => candidates }
const find = (quote: string | undefined, place: string | undefined = 'src/auth/jwt.ts:52') =>
  checkClaims([claim(quote, place)], withGone)[0]
const MISSING = { state: 'missing', what: 'file', path: 'src/auth/jwt.ts', problem: 'missing' }
const movedTo = (path: string, from: number, exact: boolean, certain = true, to = from) => ({
  ...{ state: 'moved', to: { path, lines: lineRange(from, to) }, exact, certain },
})

describe('relocating a quote after a rename', () => {
  it('moves the quote to the one file that has it', () => {
    const piece = claim('export function isTokenExpired(token)', 'src/auth/jwt.ts:52')
    expect(checkClaim(piece, { read: code.read })).toMatchObject({ state: 'missing', what: 'file' })
    expect(checkClaims([piece], code)).toEqual([movedTo('src/auth/token.ts', 2, true)])
  })

  it.each<[what: string, quote: string | undefined, found: object]>([
    [
      'a quote with other white space',
      'function refresh(token) { again() }',
      movedTo('src/auth/other.ts', 1, false),
    ],
    [
      'an exact quote before one with other white space',
      'const where = the(exact)',
      movedTo('lib/exact.ts', 1, true),
    ],
    [
      'a quote of several lines',
      'isTokenExpired(token) {\nreturn now()',
      movedTo('src/auth/token.ts', 2, true, true, 3),
    ],
    ['no quote that is in no file', 'function isNowhere() {}', MISSING],
    ['a quote of just enough characters', 'x(1234567890123)', movedTo('lib/sixteen.ts', 1, true)],
    ['no quote that is too short', 'y(123456789012)', MISSING],
    ['a short quote to a file of the same name', 'return x', movedTo('lib/jwt.ts', 1, true, false)],
    ['no quote that cuts a word', 'export function isTokenExp', MISSING],
    ['no quote of code to a Markdown page', 'export function onlyInAPage() {}', MISSING],
  ])('relocates %s', (_, quote, found) => {
    expect(find(quote)).toEqual(found)
  })

  it('reports a quote in two files as ambiguous', () => {
    expect(find('function onlyTwice() {}')).toEqual({
      state: 'ambiguous',
      at: ['lib/auth/two.ts', 'src/auth/one.ts']
        .map(path => ({ path, lines: lineRange(1) }))
        .toSorted((a, b) => candidates.indexOf(a.path) - candidates.indexOf(b.path)),
    })
  })

  it('searches only pages for a quote from a page', () => {
    expect(find('A page has words of its own.', 'docs/old.md:3')).toEqual(movedTo('docs/page.md', 1, true))
    expect(find('export function isTokenExpired(token)', 'docs/old.md:3')).toMatchObject({ state: 'missing' })
  })

  it('returns the results in the order of the claims', () => {
    const pieces = [
      claim('const where = the(exact)', 'a.ts:1'),
      claim('nowhere to be found at all', 'a.ts:1'),
      claim('export function isTokenExpired(token)', 'a.ts:1'),
    ]
    expect(checkClaims(pieces, withGone)).toEqual([
      movedTo('lib/exact.ts', 1, true),
      { ...MISSING, path: 'a.ts' },
      movedTo('src/auth/token.ts', 2, true),
    ])
  })
})

describe('relocating a quote whose file still exists', () => {
  it('reports a quote found in another file as moved, but not certain', () => {
    expect(checkClaims([claim('export function movedOut(of, here)', 'src/here.ts:1')], code)).toEqual([
      movedTo('src/there.ts', 1, true, false),
    ])
  })

  it('reports a line edited in place as changed, whatever copies exist', () => {
    const piece = claim('export function editedInPlace(withOne, parameters)', 'src/edited.ts:1')
    expect(checkClaims([piece], code)).toMatchObject([{ state: 'changed', path: 'src/edited.ts' }])
  })

  it('reports a quote with copies in several files as ambiguous, and does not show a dissimilar line', () => {
    const places = ['src/auth/one.ts', 'lib/auth/two.ts'].map(path => ({ path, lines: lineRange(1) }))
    expect(checkClaims([claim('function onlyTwice() {}', 'src/here.ts:1')], code)).toEqual([
      { state: 'ambiguous', at: expect.arrayContaining(places) },
    ])
  })

  it('also looks for a quote cited past the end of its file', () => {
    expect(checkClaims([claim('export function movedOut(of, here)', 'lib/jwt.ts:99')], code)).toEqual([
      movedTo('src/there.ts', 1, true, false),
    ])
  })
})

test('relocating searches only code for code and only pages for text from pages, even when both are lost', () => {
  const both = [
    claim('export function onlyInAPage() {}', 'src/gone.ts:1'),
    claim('A page has words of its own.', 'docs/old.md:3'),
    claim('export function isTokenExpired(token)', 'docs/old.md:3'),
  ]
  expect(checkClaims(both, withGone)).toMatchObject([
    { state: 'missing' },
    movedTo('docs/page.md', 1, true),
    { state: 'missing' },
  ])
  const script = project({ 'a.md.ts': 'export function first() {}\n' })
  expect(checkClaims([claim('export function first() {}', 'b.ts:1')], script)).toEqual([
    movedTo('a.md.ts', 1, true),
  ])
})

describe('relocating a quote in a project with too many files', () => {
  const empty = { text: 'x' }
  const moved = { text: 'export function first() {}\n' }
  const others = Array.from({ length: 20_000 }, (_, index) => `${index}.js`)
  const search = (names: readonly string[], path: string) =>
    checkClaim(claim('export function first() {}', 'src/gone.ts:1'), {
      read: name => (name === path ? moved : name === 'src/gone.ts' ? { problem: 'missing' } : empty),
      files: () => [...names, path],
    })

  it.each(['lib/other.ts', 'lib\\gone.ts'])('searches the likeliest files, such as %s', path => {
    expect(search(others, path)).toEqual(movedTo(path, 1, true, false))
    expect(search(others.slice(1), path)).toEqual(movedTo(path, 1, true, true))
  })

  it.each(['lib/ts', 'lib.ts/x'])('does not search unlikely files, such as %s', path => {
    expect(search(others, path)).toEqual({ state: 'unchecked', path: 'src/gone.ts' })
    expect(search(others.slice(1), path)).toEqual(movedTo(path, 1, true, false))
  })
})

test('checkClaim lists the first hundred places of an ambiguous lost quote', () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`${index}.ts`, 'export function first() {}\n']),
  )
  const everywhere = project(files)
  const found = checkClaim(claim('export function first() {}', 'gone.ts:1'), everywhere)
  expect(found.state === 'ambiguous' && found.at.length).toBe(100)
})

test('checkClaims asks for the list of files only when a claim is lost', () => {
  const lost = claim('export function isTokenExpired(token)', 'src/auth/jwt.ts:52')
  expect(checkClaims([lost], { read: code.read })).toMatchObject([{ state: 'missing' }])
  const files = () => {
    throw new Error('asked for')
  }
  const fine = claim('return x', 'lib/jwt.ts:1')
  expect(checkClaims([fine], { read: code.read, files })).toMatchObject([{ state: 'ok' }])
  expect(() => checkClaims([lost], { read: code.read, files })).toThrow('asked for')
})

test('a quote from a file that exists but cannot be read is not relocated', () => {
  const piece = claim('export function isTokenExpired(token)', 'lib/binary.ts:1')
  expect(checkClaims([piece], code)).toMatchObject([{ state: 'missing', problem: 'unreadable' }])
})

test('partsFinder without words reads no text', () => {
  const find = partsFinder([], String, 4)
  expect(
    find(() => {
      throw new Error('asked for')
    }),
  ).toEqual([])
})

describe('partsFinder', () => {
  const all = ['abcd1', 'bcda2', 'abcd3', 'dddd4', 'long start 5', 'long start 6'].map(words => ({ words }))
  const find = partsFinder(all, ({ words }) => words, 4)
  it.each<[text: string, found: string[]]>([
    ['', []],
    ['abcd', []],
    ['abcd1', ['abcd1 at 0']],
    ['xxabcd3x', ['abcd3 at 2']],
    ['abcd1abcd3bcda2', ['abcd1 at 0', 'abcd3 at 5', 'bcda2 at 10']],
    ['ddd dddd4', ['dddd4 at 4']],
    ['a long start 6', ['long start 6 at 2']],
    ['abc dbcd a', []],
  ])('finds the words and their places in %j', (text, found) => {
    expect(find(() => text).map(([{ words }, at]) => `${words} at ${at}`)).toEqual(found)
  })
})
