import { describe, expect, test } from 'vitest'
import { citedPlaces, climbsOut } from '../../src/lint/facts/cited-places.ts'
import type { Span } from '../../src/markdown/block.ts'
import { readNotes } from '../../src/notes/notes.ts'

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
