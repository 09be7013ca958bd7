import { describe, expect, it } from 'vitest'
import { checkEvidence } from '../../src/evidence/check.ts'
import { relocate } from '../../src/evidence/relocate.ts'
import { claim, lineRange, project } from './project.ts'

const code = project({
  'src/auth/token.ts': 'a\nexport function isTokenExpired(token) {\n  return now()\n}\n',
  'src/auth/other.ts': 'function refresh( token ) { again() }\n',
  'src/auth/one.ts': 'function onlyTwice() {}\n',
  'lib/auth/two.ts': 'function onlyTwice() {}\n',
  'lib/jwt.ts': 'return x\n',
  'lib/exact.ts': 'const where = the(exact)\n',
  'lib/inexact.ts': 'const where = the( exact )\n',
  'lib/binary.ts': { problem: 'unreadable' },
})
const candidates = [
  ...['src/auth/token.ts', 'src/auth/other.ts', 'src/auth/one.ts', 'lib/auth/two.ts', 'lib/jwt.ts'],
  ...['lib/exact.ts', 'lib/inexact.ts', 'lib/binary.ts', 'lib/gone.ts'],
]
const find = (quote: string | undefined, place = 'src/auth/jwt.ts:52') =>
  relocate(claim(quote, place), candidates, code)
const movedTo = (path: string, from: number, exact: boolean) => ({
  ...{ state: 'moved', to: { path, lines: lineRange(from) }, exact },
})

describe('after a rename', () => {
  it('a quote that stands once in the project has moved there', () => {
    const piece = claim('export function isTokenExpired(token)', 'src/auth/jwt.ts:52')
    expect(checkEvidence(piece, code)).toMatchObject({ state: 'missing', what: 'file' })
    expect(relocate(piece, candidates, code)).toEqual(movedTo('src/auth/token.ts', 2, true))
  })

  it.each<[what: string, quote: string | undefined, found: object | undefined]>([
    ['with other blanks', 'function refresh(token) { again() }', movedTo('src/auth/other.ts', 1, false)],
    ['exact before other blanks', 'const where = the(exact)', movedTo('lib/exact.ts', 1, true)],
    ['in two files: nowhere certain', 'function onlyTwice() {}', undefined],
    ['in no file', 'function isNowhere() {}', undefined],
    ['too short to be known again', 'return now()', undefined],
    ['too short, but the file has the same name', 'return x', movedTo('lib/jwt.ts', 1, true)],
    ['no quote', undefined, undefined],
  ])('%s', (_, quote, found) => {
    expect(find(quote)).toEqual(found)
  })

  it('a candidate that is listed twice is one', () => {
    const piece = claim('export function isTokenExpired(token)', undefined)
    expect(relocate(piece, ['src/auth/token.ts', 'src/auth/token.ts'], code)).toBeDefined()
  })
})
