import { expect, test } from 'vitest'
import { readDocument } from '../../src/markdown/document.ts'
import { DEFAULT_CONVENTIONS } from '../../src/notes/conventions.ts'
import { everyCite } from '../../src/notes/decision/cited-line.ts'
import { readPlainDecision } from '../../src/notes/decision/plain-decision.ts'
import { fromEntry } from '../../src/notes/decision/read-decisions.ts'
import type { Source } from '../../src/notes/record.ts'
import { readSections } from '../../src/notes/section.ts'
import type { Evidence } from '../../src/notes/text/evidence.ts'
import { seedExample } from '../fixtures/markdown.ts'
import fc from '../property.ts'

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

/** The quotes from this offset on, as rules read them. */
function citesFrom(text: string, from: number) {
  const found: unknown[] = []
  const all = everyCite(text, from, ({ words, path, line }) => {
    found.push({ quote: words, path, lines: [{ from: line, to: line }] })
    return true
  })
  expect(all).toBe(true)
  return found
}

/** The parts of evidence after `citedFrom` that a rule may rely on. */
function asCite({ quote, locator }: Evidence) {
  expect([locator?.kind, quote?.trim() === '']).toEqual(['project', false])
  return locator !== undefined && 'path' in locator && { quote, path: locator.path, lines: locator.lines }
}

/** Checks that both readers of decisions return the same records; returns how many the plain reader has read. */
function readBothWays(text: string): number {
  const document = readDocument(text)
  let fast = 0
  for (const section of readSections(document)) {
    const source: Source = { document, section, conventions: DEFAULT_CONVENTIONS }
    for (const entry of section.entries) {
      const plain = readPlainDecision(text, section, entry)
      if (plain === undefined) continue
      fast++
      const { citedFrom, ...read } = plain
      expect([read]).toStrictEqual(fromEntry(source, entry).map(record => ({ ...record, plain: true })))
      if (citedFrom !== undefined) expect(citesFrom(text, citedFrom)).toEqual(plain.evidence.map(asCite))
    }
  }
  return fast
}

const entry = `#### 2024-01-15T14:30:00Z - Token expiry
**Decision**: Sessions slide
**Rationale**: Seen under load
**Evidence**:
- \`const graceMs = 900\` [\${PROJECT_ROOT}/src/auth/jwt.ts:52]
- \`b\` [\${PROJECT_ROOT}/src/a-b.ts:12-34]
**Test Scenarios**:
1. At the boundary
2. Beyond it
3. Missing
`
const log = (entries: string): string => `## Decision Log\n\n${entries}\n## End\n`

test("the plain decision reader reads the protocol's own example", () => {
  expect(readBothWays(seedExample)).toBe(1)
  expect(readBothWays(log(entry))).toBe(1)
  expect(readBothWays(log(entry).replaceAll('\n', '\r\n'))).toBe(1)
})

test.each([
  ['a status in the title', '- Token', '- [SUPERSEDED] Token'],
  ['a draft', 'Token expiry', 'draft'],
  ['an id', '- Token', '- D-012 — Token'],
  ['an emoji', '#### 2024', '#### ✅ 2024'],
  ['encoded text', 'Sessions slide', 'a &amp;#39; <br> b'],
  ['a field in a bullet', '- `b`', '- Status: draft'],
  ['a field after the scenarios', '3. Missing', '3. Missing\n**Decided By**: me'],
  ['an encoded scenario', '3. Missing', '3. a<br>b'],
  ['a quote in two backticks', '`b`', '`` b`c ``'],
  ['a quote with spaces at its ends', '`b`', '` b `'],
  ['a place with an anchor', ':12-34]', '#L12-L34]'],
  ['a place with several lines', ':12-34]', ':1,2,9]'],
  ['a reversed range', ':12-34]', ':34-12]'],
  ['words after the place', ':12-34]', ':12-34] and more'],
  ['evidence without a place', ' [${PROJECT_ROOT}/src/a-b.ts:12-34]', ''],
  ['a day outside its month', '2024-01-15', '2024-02-30'],
  ['hour 24', 'T14:30', 'T24:30'],
  ['digits after the time zone', '00Z', '00Z5'],
  ['an unclosed quote', '- `b` [${PROJECT_ROOT}/src/a-b.ts:12-34]', '- `b'],
  ['a decision without a rationale', '**Rationale**: Seen under load\n', ''],
  ['an empty decision', 'Sessions slide', ' '],
  ['spaces around a value', 'Sessions slide', '  Sessions slide  '],
])('the plain decision reader agrees with the full reader on %s', (_, before, after) => {
  expect(entry).toContain(before)
  readBothWays(log(entry.replace(before, after)))
  readBothWays(log(entry.replace(before, after).replaceAll('\n', '\r\n')))
})

test('the plain decision reader passes a decision to the full reader if a bullet is not evidence', () => {
  expect(readBothWays(log(entry.replace('- `b` [${PROJECT_ROOT}/src/a-b.ts:12-34]', '- `b')))).toBe(0)
})

test.each([
  ['one line each', ':12-34]', ':12]', 2],
  ['a range of lines', '', '', undefined],
  ['a path that is not normalized', 'src/a-b.ts:12-34', './a-b.ts:12', undefined],
  ['evidence without a place', ' [${PROJECT_ROOT}/src/a-b.ts:12-34]', '', undefined],
])(
  'a plain decision sets citedFrom only when each quote cites a single line: %s',
  (_, before, after, count) => {
    const text = log(entry.replace(before, after))
    const [plain] = readSections(readDocument(text)).flatMap(section =>
      section.entries.map(one => readPlainDecision(text, section, one)),
    )
    const from = plain?.citedFrom
    expect(from === undefined ? undefined : citesFrom(text, from).length).toBe(count)
  },
)

test('the plain decision reader agrees with the full reader after any edit of the entry', () => {
  const put = fc.constantFrom(
    ...'*`[]() \t\n#-1.:<&|~>$\\/0Zé_+'.split(''),
    ...[
      '**',
      '~~',
      '- ',
      '\n**Status**: x',
      'superseded by D-1',
      '<br>',
      '&#39;',
      '2. ',
      '``',
      ' — ',
      '\n\n',
    ],
  )
  const changes = fc.array(fc.record({ at: fc.nat(entry.length), drop: fc.nat(2), put }), { maxLength: 3 })
  const edited = (text: string, { at, drop, put }: { at: number; drop: number; put: string }): string =>
    text.slice(0, at) + put + text.slice(at + drop)
  fc.assert(
    fc.property(changes, edits => {
      readBothWays(log(edits.reduce(edited, entry) + entry))
    }),
    { numRuns: 3 * RUNS, seed: SEED },
  )
})
