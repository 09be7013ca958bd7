import { expect, test } from 'vitest'
import { parseJson, plainValue } from '../../src/config/json.ts'
import { NotesError } from '../../src/error.ts'
import fc from '../property.ts'

const parse = (source: string) => plainValue(parseJson(source, 'notes.config.json'))

function failure(source: string): { message: string; hint: string; place: string } {
  try {
    parse(source)
  } catch (error) {
    if (!(error instanceof NotesError) || error.span === undefined) throw error
    const lines = source.slice(0, error.span.start).split('\n')
    const place = `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
    return { message: error.message, hint: error.hint, place }
  }
  throw new Error(`No error for ${source}`)
}

test('parseJson reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(3), (value, indent) => {
      const source = JSON.stringify(value, null, indent)
      expect(parse(source)).toEqual(JSON.parse(source))
    }),
  )
})

test('parseJson refuses what JSON.parse refuses', () => {
  const scrap = fc.stringMatching(/^[[\]{}",:\\u0-9a-eE+.\-truefalsn\s/'*]{0,12}$/)
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.nat(3), scrap)
    .map(
      ([json, at, cut, more]) =>
        json.slice(0, at % (json.length + 1)) + more + json.slice((at % (json.length + 1)) + cut),
    )
  const outcome = (read: () => unknown) => {
    try {
      return { value: read() }
    } catch {
      return 'refused'
    }
  }
  fc.assert(
    fc.property(fc.oneof(scrap, damaged), source => {
      expect(outcome(() => parse(source))).toEqual(outcome(() => JSON.parse(source)))
    }),
    { numRuns: 2000 },
  )
})

test('parseJson allows a byte order mark', () => {
  expect(parse('\uFEFF{"a": 1}')).toEqual({ a: 1 })
})

test('parseJson reads __proto__ as a key like any other', () => {
  expect(Object.keys(Object(parse('{"__proto__": {"a": 1}}')))).toEqual(['__proto__'])
})

test.each([
  ['{\n  // the root\n}', 'Unexpected comment, expected plain JSON', '2:3'],
  ['{"a": 1} /* end */', 'Unexpected comment, expected plain JSON', '1:10'],
  ['{"a": 1,\n}', 'Unexpected } after a comma', '2:1'],
  ['[1, 2,]', 'Unexpected ] after a comma', '1:7'],
  ["{'a': 1}", "Unexpected ', expected a key in double quotes", '1:2'],
  ['{a: 1}', 'Unexpected a, expected a key in double quotes', '1:2'],
  ['{"a" 1}', 'Unexpected 1, expected : after the key', '1:6'],
  ['{"a": 1 "b": 2}', 'Unexpected ", expected a comma or }', '1:9'],
  ['{"a": "x\ny"}', 'Malformed string', '1:7'],
  ['{"a": "C:\\dir"}', 'Malformed string', '1:7'],
  ['{"a": 01}', 'Unexpected 1, expected a comma or }', '1:8'],
  ['{"a": 1', 'Unexpected end of the file, expected a comma or }', '1:8'],
  ['', 'Unexpected end of the file, expected a value', '1:1'],
  ['{} {}', 'Unexpected {, expected the end of the file', '1:4'],
])('parseJson says what is wrong and where: %j', (source, message, place) => {
  expect(failure(source)).toMatchObject({ message, place })
})
