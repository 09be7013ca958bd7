import { describe, expect, it } from 'vitest'
import { checkClaim } from '../../src/evidence/check.ts'
import { claim, lineRange, project } from './project.ts'

const JWT = `import { now } from './clock'

export function isTokenExpired(token: Token, graceMs = 900000) {
  const limit = token.exp + graceMs
	if (now() > limit) {
		return true
	}
  return false
}

export function refresh( token,  options ) {
  if (!token) {
    return false
  }
  log(\`refresh \${token.id}\`)
  return false
}
`

const files = project({
  'src/jwt.ts': JWT,
  'src/crlf.ts': JWT.replaceAll('\n', '\r\n'),
  'src/cr.ts': JWT.replaceAll('\n', '\r'),
  'src/bom.ts': `\uFEFF${JWT}`,
  'app/[id]/(main)/a b.ts': JWT,
  'empty.ts': '',
  'no-last-end.ts': 'one\ntwo',
})

const at = (place: string, quote: string) => checkClaim(claim(quote, place), files)

describe('checkClaim at the cited lines', () => {
  it.each<[what: string, place: string, quote: string, from: number, to: number]>([
    [
      "the seed's quote, without the brace at the line end",
      '${PROJECT_ROOT}/src/jwt.ts:3',
      'export function isTokenExpired(token: Token, graceMs = 900000)',
      3,
      3,
    ],
    ['part of a line, without its indentation', 'src/jwt.ts:4', 'limit = token.exp + graceMs', 4, 4],
    ['spaces around the quote', 'src/jwt.ts:4', '  const limit = token.exp + graceMs  ', 4, 4],
    ['a line within a range', 'src/jwt.ts:2-5', 'const limit', 4, 4],
    ['a range of one line', 'src/jwt.ts:L4-L4', 'const limit', 4, 4],
    ['one of several lines', 'src/jwt.ts:1,4,9', 'const limit', 4, 4],
    ['several lines in a range', 'src/jwt.ts:5-7', 'if (now() > limit) {\n\t\treturn true\n\t}', 5, 7],
    ['several lines, less indented', 'src/jwt.ts:12-14', 'if (!token) {\n  return false\n}', 12, 14],
    [
      'several lines, indented as in the code',
      'src/jwt.ts:12-14',
      '  if (!token) {\n    return false\n  }',
      12,
      14,
    ],
    ['several lines that start in the middle of one', 'src/jwt.ts:12-13', '{\n    return', 12, 13],
    [
      'several lines with empty lines around them',
      'src/jwt.ts:12-14',
      '\n\nif (!token) {\n  return false\n}\n\n',
      12,
      14,
    ],
    ['an empty line inside', 'src/jwt.ts:9-11', '}\n\nexport function refresh', 9, 11],
    ['lines listed one by one', 'src/jwt.ts:14,12,13', 'if (!token) {\n  return false\n}', 12, 14],
    ['ranges that touch', 'src/jwt.ts:13-14,11-12', 'if (!token) {\n  return false\n}', 12, 14],
    ['ranges that overlap', 'src/jwt.ts:11-14,12', 'if (!token) {\n  return false\n}', 12, 14],
    ['only the line where the quote starts', 'src/jwt.ts:12', 'if (!token) {\n  return false\n}', 12, 14],
    ['a range past the end of the file', 'src/jwt.ts:16-99', 'return false', 16, 16],
    ['a range from line 0', 'src/jwt.ts:0-3', "from './clock'", 1, 1],
    ['a last line without a line break', 'no-last-end.ts:2', 'two', 2, 2],
    ['backticks', 'src/jwt.ts:15', 'log(`refresh ${token.id}`)', 15, 15],
    ['two matches in the range', 'src/jwt.ts:8-16', 'return false', 8, 8],
    ['a byte order mark before the quote', 'src/bom.ts:1', "import { now } from './clock'", 1, 1],
    ['a path with spaces and brackets', '${PROJECT_ROOT}/app/[id]/(main)/a b.ts:4', 'const limit', 4, 4],
    ['a relative path with a dot', './src/jwt.ts:4', 'const limit', 4, 4],
    ['a relative path with backslashes', 'src\\jwt.ts:4', 'const limit', 4, 4],
    ['a place without lines, when there is one match', '${PROJECT_ROOT}/src/jwt.ts', 'const limit', 4, 4],
  ])('finds the exact quote: %s', (_, place, quote, from, to) => {
    expect(at(place, quote)).toMatchObject({ state: 'ok', exact: true, lines: { from, to } })
  })

  it.each(['src/crlf.ts', 'src/cr.ts'])(
    'finds the exact quote whatever the line endings of the code: %s',
    path => {
      expect(at(`${path}:12-14`, 'if (!token) {\n  return false\n}')).toMatchObject({
        state: 'ok',
        exact: true,
      })
      expect(at(`${path}:4`, 'const limit')).toMatchObject({ state: 'ok', exact: true })
    },
  )

  it('finds the exact quote whatever its own line endings', () => {
    expect(at('src/jwt.ts:12-14', 'if (!token) {\r\n  return false\r\n}')).toMatchObject({ exact: true })
  })
})

describe('checkClaim of a quote with other white space', () => {
  it.each<[what: string, place: string, quote: string, from: number, to: number]>([
    ['spaces inside', 'src/jwt.ts:11', 'export function refresh(token, options) {', 11, 11],
    ['spaces for tabs', 'src/jwt.ts:5-6', 'if (now() > limit) {\n    return true', 5, 6],
    ['several lines on one', 'src/jwt.ts:12-14', 'if (!token) { return false }', 12, 14],
    ['several lines on one, cited where it starts', 'src/jwt.ts:12', 'if (!token) { return false }', 12, 14],
    ['one line on several', 'src/jwt.ts:4', 'const limit =\n  token.exp +\n  graceMs', 4, 4],
    ['another relative indentation', 'src/jwt.ts:12-14', 'if (!token) {\nreturn false\n}', 12, 14],
    ['an extra empty line', 'src/jwt.ts:12-13', 'if (!token) {\n\n    return false', 12, 13],
    ['a no-break space', 'src/jwt.ts:4', 'const\u00a0limit', 4, 4],
  ])('finds the quote, but not as exact: %s', (_, place, quote, from, to) => {
    expect(at(place, quote)).toMatchObject({ state: 'ok', exact: false, lines: { from, to } })
  })

  it('prefers an exact quote to an inexact one in the cited lines', () => {
    const code = project({ 'a.ts': 'f( x )\nf(x)\n' })
    expect(checkClaim(claim('f(x)', 'a.ts:1-2'), code)).toMatchObject({ exact: true, lines: lineRange(2) })
  })
})

describe('checkClaim of a quote elsewhere in the file', () => {
  it.each<[what: string, place: string, quote: string, from: number, to: number, exact: boolean]>([
    ['above', 'src/jwt.ts:9', 'const limit = token.exp', 4, 4, true],
    ['below', 'src/jwt.ts:1-3', 'const limit = token.exp', 4, 4, true],
    ['cited past the end of the file', 'src/jwt.ts:99', 'const limit = token.exp', 4, 4, true],
    ['half of it in the range', 'src/jwt.ts:12-13', 'if (!token) {\n    return false\n  }', 12, 14, true],
    ['cited by its last line', 'src/jwt.ts:14', 'if (!token) {\n    return false\n  }', 12, 14, true],
    ['with other white space', 'src/jwt.ts:1', 'refresh(token, options)', 11, 11, false],
  ])('reports the quote as moved: %s', (_, place, quote, from, to, exact) => {
    const path = 'src/jwt.ts'
    expect(at(place, quote)).toEqual({
      state: 'moved',
      to: { path, lines: { from, to } },
      exact,
      certain: true,
    })
  })

  it('reports the quote as moved to the one exact match among inexact ones', () => {
    const code = project({ 'a.ts': '\nf( x )\nf(x)\nf (x)\n' })
    expect(checkClaim(claim('f(x)', 'a.ts:1'), code)).toMatchObject({
      state: 'moved',
      to: { lines: lineRange(3) },
    })
    expect(checkClaim(claim('f(x)', 'a.ts'), code)).toMatchObject({ state: 'ok', lines: lineRange(3) })
  })
})

describe('checkClaim of a quote with several matches', () => {
  it.each(['src/jwt.ts:1', 'src/jwt.ts', 'src/jwt.ts:99'])('reports the quote as ambiguous at %s', place => {
    const lines = [lineRange(8), lineRange(13), lineRange(16)]
    expect(at(place, 'return false')).toEqual({
      state: 'ambiguous',
      at: lines.map(lines => ({ path: 'src/jwt.ts', lines })),
    })
  })

  it('counts two matches of a quote on one line as one place', () => {
    const code = project({ 'a.ts': '\nx = f(y) + f(y)\n' })
    expect(checkClaim(claim('f(y)', 'a.ts:1'), code)).toMatchObject({
      state: 'moved',
      to: { lines: lineRange(2) },
    })
  })

  it('lists overlapping places of a multi-line quote', () => {
    const code = project({ 'a.ts': '//\n}\n}\n}\n' })
    const lines = [lineRange(2, 3), lineRange(3, 4)]
    expect(checkClaim(claim('}\n}', 'a.ts:1'), code)).toMatchObject({
      state: 'ambiguous',
      at: lines.map(lines => ({ path: 'a.ts', lines })),
    })
    expect(checkClaim(claim('}\n}', 'a.ts:3-4'), code)).toMatchObject({
      state: 'ok',
      lines: lineRange(3, 4),
    })
  })

  it('lists at most 100 places of an ambiguous quote', () => {
    const check = checkClaim(claim('x', 'a.ts:999'), project({ 'a.ts': 'x\n'.repeat(200) }))
    expect(check.state === 'ambiguous' && check.at.length).toBe(100)
  })
})

describe('checkClaim of a quote without a match', () => {
  it.each<[what: string, place: string, quote: string, from: number, to: number, text: string]>([
    [
      'another value',
      'src/jwt.ts:3',
      'isTokenExpired(token: Token, graceMs = 60000)',
      3,
      3,
      'export function isTokenExpired(token: Token, graceMs = 900000) {',
    ],
    [
      'a value cut short',
      'src/jwt.ts:3',
      'graceMs = 900',
      3,
      3,
      'export function isTokenExpired(token: Token, graceMs = 900000) {',
    ],
    [
      'a first word with an extra letter',
      'src/jwt.ts:4',
      'xlimit = token.exp',
      4,
      4,
      'const limit = token.exp + graceMs',
    ],
    [
      'lines far from the cited one',
      'src/jwt.ts:16',
      'const limit = token.exp + grace',
      4,
      4,
      'const limit = token.exp + graceMs',
    ],
    [
      'a citation past the end of the file',
      'src/jwt.ts:99',
      'const limit = token.exp + grace',
      4,
      4,
      'const limit = token.exp + graceMs',
    ],
    [
      'several lines',
      'src/jwt.ts:1-3',
      'if (!tokens) {\n  return null\n}',
      12,
      14,
      'if (!token) {\n  return false\n}',
    ],
    [
      'an inner line cut short',
      'src/jwt.ts:12',
      'if (!token) {\n    return\n  }',
      12,
      14,
      'if (!token) {\n  return false\n}',
    ],
    [
      'an empty inner line',
      'src/jwt.ts:12',
      'if (!token) {\n\n  }',
      12,
      14,
      'if (!token) {\n  return false\n}',
    ],
    [
      'a last word cut short',
      'src/jwt.ts:12',
      'if (!token) {\n    return fal',
      12,
      13,
      'if (!token) {\n  return false',
    ],
    [
      'a first word without its start',
      'src/jwt.ts:12',
      'oken) {\n    return false',
      12,
      13,
      'if (!token) {\n  return false',
    ],
    ['two words made one', 'src/jwt.ts:8', 'returnfalse', 8, 8, 'return false'],
    ['one word made two', 'src/jwt.ts:4', 'const lim it', 4, 4, 'const limit = token.exp + graceMs'],
    ['the nearest of several equal lines', 'src/jwt.ts:15', 'return falsy', 16, 16, 'return false'],
  ])('reports the quote as changed with the closest lines: %s', (_, place, quote, from, to, text) => {
    expect(at(place, quote)).toMatchObject({ state: 'changed', closest: { lines: { from, to }, text } })
  })

  it.each<[what: string, place: string, quote: string]>([
    ['nothing is similar, near the end of the file', 'src/jwt.ts:17', '@@@\n@@@'],
    ['nothing is similar', 'src/jwt.ts:9', '@@@'],
    ['the file is empty', 'empty.ts', 'x'],
  ])('reports the quote as gone when %s', (_, place, quote) => {
    expect(at(place, quote).state).toBe('gone')
  })

  it('rates the similarity of a changed quote from 0 to 1', () => {
    const similarity = (quote: string) => {
      const check = at('src/jwt.ts:4', quote)
      return check.state === 'changed' ? check.closest.similarity : undefined
    }
    expect(similarity('const limit = token.exp + grace')).toBeGreaterThan(0.9)
    expect(similarity('const limit = session.end')).toBeLessThan(0.8)
  })

  it('cuts a long closest line of a changed quote', () => {
    const code = project({ 'a.ts': `const a = [${'1, '.repeat(5_000)}]` })
    const check = checkClaim(claim(`const b = [${'1, '.repeat(4_000)}]`, 'a.ts:1'), code)
    expect(check.state === 'changed' && check.closest.text.length).toBe(1_000)
  })
})

describe('checkClaim without code to compare', () => {
  const code = project({
    'src/jwt.ts': JWT,
    'src/big.ts': { problem: 'too-large' },
    'src/link.ts': { problem: 'outside' },
    '.': { problem: 'directory' },
  })
  it.each<[what: string, quote: string | undefined, place: string | undefined, check: object]>([
    ['a quote alone', 'x', undefined, { state: 'missing', what: 'place' }],
    ['a place alone', undefined, 'src/jwt.ts:3', { state: 'missing', what: 'quote', path: 'src/jwt.ts' }],
    ['an empty quote', ' \t', 'src/jwt.ts:3', { state: 'missing', what: 'quote', path: 'src/jwt.ts' }],
    ['a place alone, without lines', undefined, 'src/jwt.ts', { state: 'unquoted', path: 'src/jwt.ts' }],
    [
      'a line past the end',
      undefined,
      'src/jwt.ts:18',
      { state: 'missing', what: 'line', path: 'src/jwt.ts', count: 17 },
    ],
    ['line 0', undefined, 'src/jwt.ts:0', { state: 'missing', what: 'line', path: 'src/jwt.ts', count: 17 }],
    [
      'a line past the end, with nothing similar',
      '@@@',
      'src/jwt.ts:18',
      { state: 'missing', what: 'line', path: 'src/jwt.ts', count: 17 },
    ],
    [
      'a missing file',
      'x',
      'src/gone.ts:1',
      { state: 'missing', what: 'file', path: 'src/gone.ts', problem: 'missing' },
    ],
    [
      'a place alone in a missing file',
      undefined,
      'src/gone.ts:1',
      { state: 'missing', what: 'file', path: 'src/gone.ts', problem: 'missing' },
    ],
    ['a file that is too large', 'x', 'src/big.ts:1', { state: 'unchecked', path: 'src/big.ts' }],
    [
      'the project root',
      'x',
      '${PROJECT_ROOT}/.',
      { state: 'missing', what: 'file', path: '.', problem: 'directory' },
    ],
    ['a link out of the project', 'x', 'src/link.ts:1', { state: 'outside', path: 'src/link.ts' }],
    ['an absolute path', 'x', '/work/src/jwt.ts:1', { state: 'outside', path: '/work/src/jwt.ts' }],
    ['a home path', 'x', '~/p/src/jwt.ts:1', { state: 'outside', path: '~/p/src/jwt.ts' }],
    ['an issue', 'we agreed', '#12', { state: 'external', kind: 'issue' }],
    ['a pull request', undefined, 'PR #12', { state: 'external', kind: 'issue' }],
    ['a commit', 'x', 'commit 1a2b3c4', { state: 'external', kind: 'commit' }],
    ['a web page', 'x', 'https://example.com/a.ts:1', { state: 'external', kind: 'url' }],
  ])('reports why evidence cannot be compared: %s', (_, quote, place, check) => {
    expect(checkClaim(claim(quote, place), code)).toEqual(check)
  })

  it('compares evidence at absolute and home paths that the reader maps into the project', () => {
    const toProject = (path: string) => /^(?:\/work|~|C:)[/\\]p[/\\](.*)$/.exec(path)?.[1]
    for (const place of ['/work/p/src/jwt.ts:4', '~/p/src/jwt.ts:4', 'C:\\p\\src\\jwt.ts:4'])
      expect(checkClaim(claim('const limit', place), { ...files, toProject })).toMatchObject({
        state: 'ok',
        path: 'src/jwt.ts',
      })
    expect(checkClaim(claim('x', '/etc/passwd:1'), { ...files, toProject })).toMatchObject({
      state: 'outside',
    })
  })
})
