import { describe, expect, test } from 'vitest'
import type { CodeReader } from '../../src/evidence/code.ts'
import {
  citedFile,
  citedPlaces,
  climbsOut,
  filesEndingWith,
  isAbsent,
  repairPath,
} from '../../src/lint/facts/cited-places.ts'
import type { Span } from '../../src/markdown/block.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { project } from '../evidence/project.ts'

/** The cited places of a text, each as `part: whole = path + lines`, sliced from the text by their spans. */
function placesIn(text: string): readonly string[] {
  const cut = (span: Span | undefined): string =>
    span === undefined ? '-' : text.slice(span.start, span.end)
  return citedPlaces(readNotes(text, { profile: 'sam' })).map(
    ({ part, span, path, lines }) => `${part}: ${cut(span)} = ${cut(path)} + ${cut(lines)}`,
  )
}

const evidence = (line: string): string =>
  `## Decision Log\n#### 2024-01-15T14:30:00Z - A\n**Decision**: B\n**Evidence**:\n- ${line}\n`
const whole = (path: string, lines = '-'): string =>
  `${path}${lines === '-' ? '' : lines} = ${path} + ${lines}`
const A = '${PROJECT_ROOT}/src/a.ts'

describe('citedPlaces', () => {
  test.each<[what: string, line: string, places: readonly string[]]>([
    ['in brackets at the end', `\`x\` [${A}:1]`, [whole(A, ':1')]],
    ['without a line', `\`x\` [${A}]`, [whole(A)]],
    ['with words after it', `\`x\` [${A}:1-2] of old`, [whole(A, ':1-2')]],
    ['with a relative path', '`x` [src/a.ts:1]', [whole('src/a.ts', ':1')]],
    ['with #L before the line', `\`x\` [${A}#L1]`, [whole(A, '#L1')]],
    ['in backticks', `\`x\` \`${A}:1\``, [whole(A, ':1')]],
    ['after a quote that names the file', `\`see ${A}:1\` [${A}:1]`, [whole(A, ':1')]],
  ])('finds the place of evidence %s', (_, line, places) => {
    expect(placesIn(evidence(line))).toEqual(places.map(place => `evidence: ${place}`))
  })

  test('finds the place of evidence after the quote, not inside it', () => {
    const text = evidence(`\`see ${A}:1\` [${A}:1]`)
    const [place] = citedPlaces(readNotes(text, { profile: 'sam' }))
    expect(place?.span.start).toBe(text.lastIndexOf(A))
  })

  test('finds each of two evidence items with the same place at its own position', () => {
    const text = evidence(`\`x\` [${A}:1]\n- \`y\` [${A}:1]`)
    const places = citedPlaces(readNotes(text, { profile: 'sam' }))
    expect(places.map(({ span }) => span.start)).toEqual([text.indexOf(A), text.lastIndexOf(A)])
  })

  test('skips evidence that cites an issue', () => {
    expect(placesIn(evidence('`x` [#42]'))).toEqual([])
  })
})

const references = (cell: string): string =>
  `## Session Continuity\n### Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${cell} | why | 14:28:00Z |\n`
const debts = (columns: string, cells: string): string =>
  `## Discovered Technical Debt\n| ID | Description | ${columns} | Severity |\n|---|---|${'---|'.repeat(columns.split('|').length)}---|\n| TD-001 | slow | ${cells} | HIGH |\n`

test.each<[what: string, text: string, place: string]>([
  ['a reference', references(`${A}:45-67`), `reference: ${whole(A, ':45-67')}`],
  ['a reference to a whole file', references(A), `reference: ${whole(A)}`],
  [
    'a reference with an escaped pipe, as its whole row',
    references('src/a\\|b.ts:1'),
    'reference: | src/a\\|b.ts:1 | why | 14:28:00Z | = - + -',
  ],
  ['the file of a debt', debts('File', 'src/a.ts:7'), `debt: ${whole('src/a.ts', ':7')}`],
  [
    'the file of a debt that has a line column',
    debts('File | Line', 'src/a.ts | 7'),
    'debt: src/a.ts = src/a.ts + -',
  ],
  [
    'the file of a debt whose line column has words',
    debts('File | Line', 'src/a.ts | all'),
    'debt: src/a.ts = src/a.ts + -',
  ],
])('citedPlaces finds %s', (_, text, place) => {
  expect(placesIn(text)).toEqual([place])
})

test('citedPlaces takes the line of a debt from its line column', () => {
  const [place] = citedPlaces(readNotes(debts('File | Line', 'src/a.ts | 7'), { profile: 'sam' }))
  expect(place?.locator.lines).toEqual([{ from: 7, to: 7 }])
})

test('citedPlaces returns the same list for the same notes', () => {
  const notes = readNotes(references(A))
  expect(citedPlaces(notes)).toBe(citedPlaces(notes))
})

test.each<[path: string, climbs: boolean]>([
  ['src/a.ts', false],
  ['../a.ts', true],
  ['src/../a.ts', false],
  ['src/../../a.ts', true],
  ['./../a.ts', true],
  ['a/.//../../b.ts', true],
  ['/../a.ts', true],
  ['src\\..\\..\\a.ts', true],
  ['..a/b.ts', false],
  ['src/../../src/a.ts', true],
])('climbsOut for the path %s is %s', (path, climbs) => {
  expect(climbsOut(path)).toBe(climbs)
})

/** A project with readable files, a folder, a link that leads out of it and a binary. */
const code: CodeReader = {
  read: path =>
    path === 'src/a.ts'
      ? { text: 'a' }
      : {
          problem:
            path === 'src'
              ? 'directory'
              : path === 'link.ts'
                ? 'outside'
                : path === 'x.bin'
                  ? 'unreadable'
                  : 'missing',
        },
  files: () => ['src/a.ts', 'src/link.ts', 'lib/b|c.ts', 'lib/one.ts', 'src/one.ts'],
  toProject: path => (path.startsWith('/work/') ? path.slice('/work/'.length) : undefined),
}
const placeOf = (written: string) => {
  const [place] = citedPlaces(
    readNotes(`## Lightweight Identifiers\n- \`${written}\` — A\n`, { profile: 'sam' }),
  )
  if (place === undefined) throw new Error(`${written} is no place`)
  return place
}

test.each<[written: string, path: string | undefined, fixKind: string | undefined]>([
  ['src/a.ts:1', 'src/a.ts', 'safe'],
  ['/work/src/a.ts:1', 'src/a.ts', 'safe'],
  ['/work/a.ts:1', undefined, undefined],
  ['/opt/a.ts:1', undefined, undefined],
  ['a.ts:1', 'src/a.ts', 'unsafe'],
  ['one.ts:1', undefined, undefined],
  ['gone.ts:1', undefined, undefined],
  ['link.ts:1', 'src/link.ts', 'unsafe'],
  ['x.bin:1', 'x.bin', 'safe'],
  ['b|c.ts:1', 'lib/b|c.ts', undefined],
  ['../src/a.ts:1', 'src/a.ts', 'unsafe'],
])('repairPath changes %s to %s', (written, path, fixKind) => {
  const repaired = repairPath(placeOf(written), code)
  expect([repaired.path, repaired.fixKind]).toEqual([path, fixKind])
  expect(repaired.fix?.map(({ text }) => text)).toEqual(fixKind && [`\${PROJECT_ROOT}/${path}`])
})

test('repairPath and citedFile do nothing without code', () => {
  expect(repairPath(placeOf('src/a.ts:1'), undefined)).toEqual({})
  expect(citedFile(placeOf('src/a.ts:1').locator, undefined)).toBeUndefined()
})

test.each<[written: string, absent: boolean | undefined]>([
  ['src/a.ts:1', false],
  ['gone.ts:1', true],
  ['/work/src:1', true],
  ['/work/src', false],
  ['link.ts:1', false],
  ['x.bin:1', false],
  ['../a.ts:1', undefined],
  ['/opt/a.ts:1', undefined],
])('isAbsent for the cited place %s is %s', (written, absent) => {
  const { locator } = placeOf(written)
  const cited = citedFile(locator, code)
  expect(cited && isAbsent(cited, locator)).toBe(absent)
})

const tree = project({
  'src/auth/jwt.ts': '',
  'test/auth/jwt.ts': '',
  'src/xjwt.ts': '',
  'src/a/one.ts': '',
  'top.ts': '',
})

test.each<[path: string, found: string[]]>([
  ['auth/jwt.ts', ['src/auth/jwt.ts', 'test/auth/jwt.ts']],
  ['src/auth/jwt.ts', ['src/auth/jwt.ts']],
  ['./a/one.ts', ['src/a/one.ts']],
  ['../../a/one.ts', ['src/a/one.ts']],
  ['a/./one.ts', ['src/a/one.ts']],
  ['a\\one.ts', ['src/a/one.ts']],
  ['one.ts', ['src/a/one.ts']],
  ['top.ts', ['top.ts']],
  ['ne.ts', []],
  ['uth/jwt.ts', []],
  ['src/a', []],
  ['', []],
  ['.', []],
  ['..', []],
])('filesEndingWith(%j) returns the files %j', (path, found) => {
  expect(filesEndingWith(path, tree)).toEqual(found)
})

test('filesEndingWith finds nothing without a list of files', () => {
  expect(filesEndingWith('top.ts', { read: tree.read })).toEqual([])
})

test('filesEndingWith searches the list of the given project, not of an earlier one', () => {
  expect(filesEndingWith('top.ts', project({ 'b/top.ts': '' }))).toEqual(['b/top.ts'])
})
