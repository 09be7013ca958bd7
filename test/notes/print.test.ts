import { expect, test } from 'vitest'
import { printDecisionFields } from '../../src/notes/decision/print-decision.ts'
import { writingOf } from '../../src/notes/kinds.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { decodeCell, encodeCell } from '../../src/notes/text/inline.ts'
import fc from '../property.ts'

test('a learning prints as a bullet that reads back', () => {
  const text = writingOf('learning').bullet({ kind: 'learning', title: 'Cold starts dominate' })
  expect(text).toBe('Cold starts dominate')
  expect(readNotes(`## Learnings\n- ${text}\n`).records).toMatchObject([
    { kind: 'learning', title: 'Cold starts dominate' },
  ])
})

test('any text can be written to a table cell and reads back', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '|',
      '\\',
      '`',
      '<br>',
      '<br/>',
      '<BR >',
      '&lt;',
      '&amp;',
      '&#124;',
      '&#92;',
      'a',
      ' ',
      '\n',
      '😀',
      '$&',
      '-->',
      '#',
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        nasty.map(parts => parts.join('')),
      ),
      value => {
        const wanted = value.trim().replaceAll(/\r\n|\r/g, '\n')
        const cell = encodeCell(value)
        expect(cell).not.toMatch(/[\r\n]/)
        const table = `## Learnings\n| ID | Learning |\n|---|---|\n| L-1 | ${cell} |\n`
        expect(decodeCell(cell)).toBe(wanted)
        const [record] = readNotes(table).records
        expect(record?.kind === 'learning' ? record.title : undefined).toBe(wanted)
      },
    ),
    { numRuns: 3000, seed: 3 },
  )
})

test.each([
  ['a backtick', 'const a = `b`'],
  ['backticks at both ends', '`a`'],
  ['runs of backticks', 'a `` b ``` c'],
  ['brackets', 'app[id](x)[y]'],
  ['several lines', 'if (a) {\n  b()\n\n  c()\n}'],
  ['a fence', '```ts\nx\n```'],
  ['a field', '**Decision**: not one\n**Rationale**: neither'],
  ['spaces at both ends', ' a '],
])('printDecisionFields prints evidence with %s so that it reads back word for word', (_, quote) => {
  const fields = printDecisionFields({
    decision: 'd',
    rationale: 'r',
    evidence: [
      { quote, place: '${PROJECT_ROOT}/app/[id]/a b.ts:5-9' },
      { quote: 'plain', place: '${PROJECT_ROOT}/b.ts:1' },
    ],
    scenarios: ['1', '2', '3'],
  })
  const [decision] = readNotes(`## Decision Log\n#### 2026-01-01 - T\n${fields}`).records
  expect(decision).toMatchObject({
    decision: 'd',
    rationale: 'r',
    evidence: [
      { quote, locator: { path: 'app/[id]/a b.ts', lines: [{ from: 5, to: 9 }] } },
      { quote: 'plain', locator: { path: 'b.ts' } },
    ],
    scenarios: [{ text: '1' }, { text: '2' }, { text: '3' }],
  })
})
