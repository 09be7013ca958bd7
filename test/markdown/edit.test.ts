import { expect, test } from 'vitest'
import { applyEdits } from '../../src/markdown/edit.ts'
import { fragments, seedExample, specExamples, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import fc from '../property.ts'

const texts = [
  ...specExamples,
  ...trapCases.map(({ source }) => source),
  ...shapes.map(({ text }) => text),
  seedExample,
]

test('applyEdits without edits returns the same text', () => {
  for (const text of texts) expect(applyEdits(text, [])).toBe(text)
})

test('applyEdits changes nothing when an edit puts back the same text, with any line endings', () => {
  const place = fc.record({ text: fc.constantFrom(...texts), from: fc.nat(400), length: fc.nat(60) })
  fc.assert(
    fc.property(place, ({ text, from, length }) => {
      const bom = text.startsWith('\uFEFF') ? 1 : 0
      const start = Math.max(bom, Math.min(from, text.length))
      const span = { start, end: Math.min(start + length, text.length) }
      const same = text.slice(span.start, span.end)
      // Block spans never split a CRLF.
      fc.pre(!same.includes('\r') && text[span.start - 1] !== '\r')
      expect(applyEdits(text, [{ span, text: same }])).toBe(text)
    }),
    { numRuns: 3000, seed: 7 },
  )
})

test('applyEdits applies each edit at its span, in any order, and keeps the rest of the text', () => {
  const source = 'one two three'
  const edits = [
    { span: { start: 8, end: 13 }, text: '3' },
    { span: { start: 0, end: 3 }, text: '1' },
    { span: { start: 4, end: 4 }, text: 'and ' },
  ]
  expect(applyEdits(source, edits)).toBe('1 and two 3')
})

test('applyEdits keeps the order of several insertions at the same place', () => {
  const at = { start: 1, end: 1 }
  expect(
    applyEdits('ab', [
      { span: at, text: '1' },
      { span: at, text: '2' },
    ]),
  ).toBe('a12b')
})

test.each([
  [
    'overlap',
    [
      { start: 0, end: 4 },
      { start: 3, end: 5 },
    ],
  ],
  ['reach past the end of the text', [{ start: 2, end: 99 }]],
  ['end before they start', [{ start: 3, end: 2 }]],
])('applyEdits refuses edits that %s', (_, spans) => {
  expect(() =>
    applyEdits(
      'abcdef',
      spans.map(span => ({ span, text: '' })),
    ),
  ).toThrow(RangeError)
})

test.each([
  ['CRLF', 'a\r\nb\r\n', 'a\r\nx\r\ny\r\nb\r\n'],
  ['LF', 'a\nb\n', 'a\nx\ny\nb\n'],
  ['CR', 'a\rb\r', 'a\rx\ry\rb\r'],
])('applyEdits gives inserted lines the %s of the lines around them', (_, source, expected) => {
  const at = source.indexOf('b')
  expect(applyEdits(source, [{ span: { start: at, end: at }, text: 'x\ny\n' }])).toBe(expected)
})

test('applyEdits uses the line ending before each edit in a file with mixed endings', () => {
  const source = 'a\r\nb\nc\n'
  const edits = [
    { span: { start: 3, end: 3 }, text: '1\n' },
    { span: { start: 5, end: 5 }, text: '2\n' },
  ]
  expect(applyEdits(source, edits)).toBe('a\r\n1\r\nb\n2\nc\n')
})

test('applyEdits keeps a byte order mark first', () => {
  expect(applyEdits('\uFEFFa', [{ span: { start: 0, end: 0 }, text: 'x' }])).toBe('\uFEFFxa')
})

test.each([
  ['a missing final newline missing', 'a\nb', 'a\nb\nc'],
  ['a final newline', 'a\nb\n', 'a\nb\nc\n'],
])('applyEdits keeps %s', (_, source, expected) => {
  const end = source.length
  const text = source.endsWith('\n') ? 'c' : '\nc\n'
  expect(applyEdits(source, [{ span: { start: end, end }, text }])).toBe(expected)
})

test('applyEdits inserts dollar patterns literally', () => {
  expect(applyEdits('a\r\nb', [{ span: { start: 0, end: 1 }, text: "$& $1 $' \n" }])).toBe(
    "$& $1 $' \r\n\r\nb",
  )
})

test('applyEdits undoes an edit with the inverse edit', () => {
  const source = fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
    .map(parts => parts.join('\n'))
  fc.assert(
    fc.property(source, fc.nat(50), fc.nat(20), fc.string(), (text, from, length, put) => {
      fc.pre(!/[\r\n]/.test(put) && text.endsWith('\n') === false && put !== '')
      const start = Math.min(from, text.length)
      const span = { start, end: Math.min(start + length, text.length) }
      fc.pre(span.end < text.length)
      const edited = applyEdits(text, [{ span, text: put }])
      const back = { span: { start, end: start + put.length }, text: text.slice(span.start, span.end) }
      expect(applyEdits(edited, [back])).toBe(text)
    }),
    { numRuns: 2000, seed: 11 },
  )
})
