import { describe, expect, it, test } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { isOnLine, onItsLine, standsAsCited } from '../../src/evidence/on-its-line.ts'
import { claim, project } from './project.ts'

const long = 'x'.repeat(250)
const code = project({
  'src/auth-2/jwt.test_1.ts': `const a = 1\r\n  const ab = 2\n${long};\n`,
  'a.ts': 'const a = 1\n\nlast',
  'a b.ts': 'const a = 1\n',
  Makefile: 'all: a\n',
  '.env': 'A=1\n',
  'dir/.hidden/x.y.z': 'A=1\n',
})

describe('onItsLine at the cited line', () => {
  it.each<[quote: string, place: string]>([
    ['const a = 1', '${PROJECT_ROOT}/a.ts:1'],
    [' a = ', '${PROJECT_ROOT}/a.ts:1'],
    ['const', '${PROJECT_ROOT}/a.ts:1'],
    ['last', '${PROJECT_ROOT}/a.ts:3'],
    ['const a = 1', '${PROJECT_ROOT}/src/auth-2/jwt.test_1.ts:1'],
    ['const ab = 2', '${PROJECT_ROOT}/src/auth-2/jwt.test_1.ts#L2'],
    [long, '${PROJECT_ROOT}/src/auth-2/jwt.test_1.ts:3'],
    ['all', '${PROJECT_ROOT}/Makefile:1'],
  ])('answers as checkClaim does for the quote %s at %s', (quote, place) => {
    const of = claim(quote, place)
    expect(onItsLine({ quote, locator: of.locator }, code)).toEqual(checkClaim(of, code))
    expect(checkClaim(of, code).state).toBe('ok')
  })
})

describe('onItsLine without a plain quote at a plain place', () => {
  it.each<[what: string, quote: string | undefined, place: string | undefined]>([
    ['no quote', undefined, '${PROJECT_ROOT}/a.ts:1'],
    ['a quote of spaces', '  ', '${PROJECT_ROOT}/a.ts:1'],
    ['no place', 'const a = 1', undefined],
    ['an issue', 'const a = 1', '#42'],
    ['a relative path', 'const a = 1', 'a.ts:1'],
    ['a whole file', 'const a = 1', '${PROJECT_ROOT}/a.ts'],
    ['a range', 'const a = 1', '${PROJECT_ROOT}/a.ts:1-2'],
    ['two lines', 'const a = 1', '${PROJECT_ROOT}/a.ts:1,3'],
    ['a quote of two lines', 'const a = 1\nlast', '${PROJECT_ROOT}/a.ts:1'],
    ['a quote with a carriage return', 'const a = 1\rlast', '${PROJECT_ROOT}/a.ts:1'],
    ['a path with dots', 'const a = 1', '${PROJECT_ROOT}/./a.ts:1'],
    ['a path that climbs', 'const a = 1', '${PROJECT_ROOT}/x/../a.ts:1'],
    ['a path with a space', 'const a = 1', '${PROJECT_ROOT}/a b.ts:1'],
    ['a file name that starts with a dot', 'A=1', '${PROJECT_ROOT}/.env:1'],
    ['a folder name that starts with a dot', 'A=1', '${PROJECT_ROOT}/dir/.hidden/x.y.z:1'],
    ['a missing file', 'const a = 1', '${PROJECT_ROOT}/gone.ts:1'],
    ['another line than the quoted one', 'const a = 1', '${PROJECT_ROOT}/a.ts:3'],
    ['the line before the quote', 'last', '${PROJECT_ROOT}/a.ts:2'],
    ['a missing line', 'const a = 1', '${PROJECT_ROOT}/a.ts:9'],
    ['line 0', 'const a = 1', '${PROJECT_ROOT}/a.ts:0'],
    ['half a word', 'const a', '${PROJECT_ROOT}/src/auth-2/jwt.test_1.ts:2'],
    ['other white space', 'const  a = 1', '${PROJECT_ROOT}/a.ts:1'],
    ['a long quote', `${long};`, '${PROJECT_ROOT}/src/auth-2/jwt.test_1.ts:3'],
  ])('leaves %s to checkClaim', (_, quote, place) => {
    const { locator } = claim(quote, place)
    expect(onItsLine({ quote, locator }, code)).toBeUndefined()
  })
})

test('isOnLine finds words on their line and on no other', () => {
  expect([1, 2, 3, 4].map(line => isOnLine('last', 'a.ts', line, code))).toEqual([false, false, true, false])
})

test.each<[what: string, bullets: readonly string[], stands: boolean]>([
  [
    'every quote stands on its line',
    ['`const a = 1` [${PROJECT_ROOT}/a.ts:1]', '`last ` [${PROJECT_ROOT}/a.ts:3]'],
    true,
  ],
  [
    'the second quote stands on another line',
    ['`const a = 1` [${PROJECT_ROOT}/a.ts:1]', '`last` [${PROJECT_ROOT}/a.ts:2]'],
    false,
  ],
  ['the file is missing', ['`const a = 1` [${PROJECT_ROOT}/b.ts:1]'], false],
  ['the place is not in brackets', ['`const a = 1` (${PROJECT_ROOT}/a.ts:1)'], false],
])('standsAsCited compares the bullets of a decision: %s', (_, bullets, stands) => {
  const text = `**Evidence**:\n${bullets.map(bullet => `- ${bullet}\n`).join('')}**Test Scenarios**:\n`
  expect(standsAsCited(text, text.indexOf('- '), code)).toBe(stands)
})
