import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/document/block.ts'
import { readBlocks } from '../../src/document/read-blocks.ts'
import { scan } from '../../src/document/scan.ts'
import { viaRemark } from '../../src/document/via-remark.ts'
import { fragments, seedExample, specExamples, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'

/** The long run is `npm run fuzz`; here a bounded share of it, with a seed that a failure prints. */
const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

/** The scan is remark's answer or says that it is unsure; and what readers get is remark's answer always. */
function expectRemarksAnswer(text: string): void {
  const expected = remarksAnswer(text)
  if (expected === undefined) return
  const scanned = scan(text)
  if (scanned.unsure.length === 0) expect(plain(scanned.blocks)).toEqual(plain(expected))
  expect(plain(readBlocks(text))).toEqual(plain(expected))
}

/** What is worked out when somebody asks (lines, items) lies behind getters, which a comparison does not see. */
function plain(blocks: readonly Block[]): unknown[] {
  return blocks.map(block => {
    if (block.type === 'paragraph') return { ...block, lines: block.lines }
    if (block.type === 'list')
      return {
        ...block,
        plain: undefined,
        items: block.items.map(item => ({ ...item, blocks: plain(item.blocks) })),
      }
    return 'blocks' in block ? { ...block, blocks: plain(block.blocks) } : block
  })
}

/** Under test remark runs with development assertions, of which one is wrong (`*\\n[ ] x`: no list item). */
function remarksAnswer(text: string): readonly Block[] | undefined {
  try {
    return viaRemark(text)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_ASSERTION') return undefined
    throw error
  }
}

const twins = (text: string): string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.replaceAll(/\r?\n/g, '\r'),
]

test.each(specExamples.map((text, index) => [index + 1, text] as const))(
  'CommonMark example %i, and its CRLF and CR twins',
  (_, text) => {
    for (const twin of twins(text)) expectRemarksAnswer(twin)
  },
)

test.each(trapCases)('trap case: $name', ({ source }) => {
  for (const twin of twins(source)) expectRemarksAnswer(twin)
})

test.each(shapes)('notes shape: $name', ({ text }) => {
  for (const twin of twins(text)) expectRemarksAnswer(twin)
})

describe('the scan is sure', () => {
  test("of the protocol's own example", () => expect(scan(seedExample).unsure).toEqual([]))

  test('of its decision at a glance, so that the fast way is the usual one', () => {
    const lists = scan(seedExample).blocks.filter(block => block.type === 'list' && block.plain === true)
    expect(lists.length).toBe(2)
  })

  test.each(shapes.filter(({ text }) => text.length < 380_000))('of: $name', ({ text }) => {
    expect(scan(text).unsure).toEqual([])
  })

  test('of seven in eight fuzzed documents, so that remark stays the exception', () => {
    const sure = fc
      .sample(document, { numRuns: 2000, seed: SEED })
      .filter(text => scan(text).unsure.length === 0)
    expect(sure.length).toBeGreaterThan(1600)
  })
})

const line = fc.constantFrom(...fragments)
const ending = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '')
const document = fc.array(fc.tuple(line, ending), { maxLength: 10 }).map(parts => parts.flat().join(''))
const characters = fc.constantFrom(
  ...'\n\n\n   -*+1.)>#`~<![]:^|=_ab\\x\t\r/"'.split(''),
  '    ',
  '-->',
  '\r\n',
  'div',
)
const noise = fc.array(characters, { maxLength: 30 }).map(parts => parts.join(''))
const examplePair = fc
  .tuple(fc.constantFrom(...specExamples), fc.constantFrom(...specExamples))
  .map(pair => pair.join(''))

test.each([
  ['fragments of Markdown', document],
  ['characters that mean something', noise],
  ['two CommonMark examples after one another', examplePair],
  ['a mutated notes file', mutated()],
  ['a log of decisions with something out of the ordinary', logs()],
])(
  '%s',
  (_, texts) => {
    fc.assert(fc.property(texts, expectRemarksAnswer), { numRuns: RUNS, seed: SEED })
  },
  3_600_000,
)

/** Some lines of the example: with one dropped, one put in, one cut short, one indented. */
function mutated(): fc.Arbitrary<string> {
  const all = seedExample.split('\n')
  return fc
    .record({
      from: fc.nat(all.length - 1),
      count: fc.integer({ min: 3, max: 30 }),
      changes: fc.array(fc.record({ at: fc.nat(29), how: fc.nat(3), line, by: fc.nat(6) }), { maxLength: 4 }),
    })
    .map(({ from, count, changes }) => {
      const some = all.slice(from, from + count)
      for (const { at, how, line: put, by } of changes) {
        const here = some[at] ?? ''
        if (how === 0) some.splice(at, 1)
        else if (how === 1) some.splice(at, 0, put)
        else if (how === 2) some[at] = here.slice(0, by)
        else some[at] = ' '.repeat(by) + here
      }
      return some.join('\n')
    })
}

/** Entries in the protocol's own shape, which are read in one go, with lines put in, taken out or bent. */
function logs(): fc.Arbitrary<string> {
  // Mostly as it should be: one thing out of the ordinary is what has to be noticed.
  const mostly = <Value>(usual: readonly Value[], odd: readonly Value[]): fc.Arbitrary<Value> =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...usual) },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
    )
  const text = mostly(
    ['word', '`code`', '**bold** text', '404 it is', 'é'],
    ['(a', '`` a`b ``', '1. x', '[ ] task', '[a]: b', '<div>', '# h', '> q', '```', '***', '| a |'],
  )
  const bullet = fc.tuple(mostly(['- '], ['* ', '-  ', '-\t', '-']), text)
  const number = fc.tuple(mostly(['1. ', '2. ', '10. '], ['1) ', '1.']), text)
  const field = fc.tuple(mostly(['**Evidence**:', '**Decision**: x'], ['**', '***', '**a  ']))
  const some = (one: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> =>
    fc.array(
      one.map(parts => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
  const heading = mostly(['# a', '#### 2024-01-15T14:30:00Z - a'], ['####', '#a', '####### a', '## a ##'])
  const blank = mostly<string[]>([[], [''], ['', '']], [[' '], ['\t']])
  const entry = fc
    .tuple(heading, some(field), some(bullet), some(field), some(number), blank, blank)
    .map(parts => parts.flat())
  return fc
    .record({
      entries: fc.array(entry, { minLength: 1, maxLength: 2 }),
      before: fc.constantFrom(
        '',
        '',
        '',
        '> quote',
        '```',
        '<div>',
        '- item',
        '| a |\n|---|',
        'text',
        '    code',
      ),
      put: fc.option(fc.record({ at: fc.nat(30), line }), { freq: 1 }),
      end: fc.constantFrom('\n', '\n', '\r\n', '\r'),
    })
    .map(({ entries, before, put, end }) => {
      const lines = [before, ...entries.flat()]
      if (put !== null) lines.splice(put.at, 1, put.line)
      return `${lines.join(end)}${end}# end`
    })
}

test('a part that remark must read leaves the rest to the scan', () => {
  const text = `# a\n\ntext\n\n# b\n\n- x\n\ty\n\n# c\n\n- z\n`
  const { unsure } = scan(text)
  expect(unsure.map(({ start, end }) => text.slice(start, end))).toEqual(['# b\n\n- x\n\ty\n\n'])
  expect(plain(readBlocks(text))).toEqual(plain(viaRemark(text)))
})
