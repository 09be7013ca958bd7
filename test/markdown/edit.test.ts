import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../src/markdown/edit.ts'
import { fragments, seedExample, specExamples, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'

const texts = [
  ...specExamples,
  ...trapCases.map(({ source }) => source),
  ...shapes.map(({ text }) => text),
  seedExample,
]

test('no edits, no change', () => {
  for (const text of texts) expect(applyEdits(text, [])).toBe(text)
})

test('an edit that puts back what was there changes nothing, whatever the line endings', () => {
  const place = fc.record({ text: fc.constantFrom(...texts), from: fc.nat(400), length: fc.nat(60) })
  fc.assert(
    fc.property(place, ({ text, from, length }) => {
      const bom = text.startsWith('\uFEFF') ? 1 : 0
      const start = Math.max(bom, Math.min(from, text.length))
      const span = { start, end: Math.min(start + length, text.length) }
      const same = text.slice(span.start, span.end)
      // Cutting a CRLF in two is nothing that a reader of blocks can do.
      fc.pre(!same.includes('\r') && text[span.start - 1] !== '\r')
      expect(applyEdits(text, [{ span, text: same }])).toBe(text)
    }),
    { numRuns: 3000, seed: 7 },
  )
})

test('edits land where they point, in any order, and everything else stays', () => {
  const source = 'one two three'
  const edits = [
    { span: { start: 8, end: 13 }, text: '3' },
    { span: { start: 0, end: 3 }, text: '1' },
    { span: { start: 4, end: 4 }, text: 'and ' },
  ]
  expect(applyEdits(source, edits)).toBe('1 and two 3')
})

test('several insertions at one place keep the order in which they were given', () => {
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
  ['leave the text', [{ start: 2, end: 99 }]],
  ['end before they start', [{ start: 3, end: 2 }]],
])('edits that %s are refused', (_, spans) => {
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
])('inserted lines take the %s of their neighbours', (_, source, expected) => {
  const at = source.indexOf('b')
  expect(applyEdits(source, [{ span: { start: at, end: at }, text: 'x\ny\n' }])).toBe(expected)
})

test('in a file of mixed endings each edit takes the one before it', () => {
  const source = 'a\r\nb\nc\n'
  const edits = [
    { span: { start: 3, end: 3 }, text: '1\n' },
    { span: { start: 5, end: 5 }, text: '2\n' },
  ]
  expect(applyEdits(source, edits)).toBe('a\r\n1\r\nb\n2\nc\n')
})

test('a byte order mark stays first', () => {
  expect(applyEdits('\uFEFFa', [{ span: { start: 0, end: 0 }, text: 'x' }])).toBe('\uFEFFxa')
})

test.each([
  ['none stays none', 'a\nb', 'a\nb\nc'],
  ['one stays one', 'a\nb\n', 'a\nb\nc\n'],
])('final newline: %s', (_, source, expected) => {
  const end = source.length
  const text = source.endsWith('\n') ? 'c' : '\nc\n'
  expect(applyEdits(source, [{ span: { start: end, end }, text }])).toBe(expected)
})

test('dollar patterns arrive as they are', () => {
  expect(applyEdits('a\r\nb', [{ span: { start: 0, end: 1 }, text: "$& $1 $' \n" }])).toBe(
    "$& $1 $' \r\n\r\nb",
  )
})

test('any set of disjoint edits can be taken back', () => {
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
