import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/markdown/block.ts'
import { readDocument } from '../../src/markdown/document.ts'
import { viaRemark } from '../../src/markdown/remark.ts'
import { blocksOf } from '../../src/markdown/scan/plain-entry.ts'
import { scan } from '../../src/markdown/scan/scan.ts'
import { fragmented, markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { seedExample, specExamples, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { unlessAssertion } from '../fixtures/unless-assertion.ts'
import fc from '../property.ts'

/** `npm run fuzz` sets more runs than this default. A failure prints its seed. */
const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

/** Checks that the scan equals remark or reports unsure parts, and that readDocument always equals remark. */
function expectRemarksAnswer(text: string): void {
  const expected = unlessAssertion(() => viaRemark(text))
  if (expected === undefined) return
  const scanned = scan(text)
  if (scanned.unsure.length === 0) expect(plain(blocksOf(scanned.pieces))).toEqual(plain(expected))
  expect(plain(readDocument(text).blocks)).toEqual(plain(expected))
}

/** Evaluates lazy getters (lines, items), which a comparison would skip. */
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

const twins = (text: string): string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.replaceAll(/\r?\n/g, '\r'),
]

test.each(specExamples.map((text, index) => [index + 1, text] as const))(
  'the scan equals remark on CommonMark example %i, also with CRLF and CR',
  (_, text) => {
    for (const twin of twins(text)) expectRemarksAnswer(twin)
  },
)

test.each(trapCases)('the scan equals remark on the trap case: $name', ({ source }) => {
  for (const twin of twins(source)) expectRemarksAnswer(twin)
})

test.each(shapes)('the scan equals remark on the notes shape: $name', ({ text }) => {
  for (const twin of twins(text)) expectRemarksAnswer(twin)
})

describe('the Markdown scan', () => {
  test("is sure of the protocol's own example", () => expect(scan(seedExample).unsure).toEqual([]))

  test("reads both lists of the decision in the protocol's example as plain lists", () => {
    const lists = blocksOf(scan(seedExample).pieces).filter(
      block => block.type === 'list' && block.plain === true,
    )
    expect(lists.length).toBe(2)
  })

  test.each(shapes.filter(({ text }) => text.length < 380_000))(
    'is sure of the notes shape: $name',
    ({ text }) => {
      expect(scan(text).unsure).toEqual([])
    },
  )

  test('is sure of more than 80 percent of fuzzed documents', () => {
    const sure = fc
      .sample(fragmented, { numRuns: 2000, seed: SEED })
      .filter(text => scan(text).unsure.length === 0)
    expect(sure.length).toBeGreaterThan(1600)
  })
})

test.each(markdownTexts)(
  'the scan equals remark on fuzzed texts: %s',
  (_, texts) => {
    fc.assert(fc.property(texts, expectRemarksAnswer), { numRuns: RUNS, seed: SEED })
  },
  3_600_000,
)

test('remark reads only the part that the scan is unsure of', () => {
  const text = `# a\n\ntext\n\n# b\n\n- x\n\ty\n\n# c\n\n- z\n`
  const { unsure } = scan(text)
  expect(unsure.map(({ start, end }) => text.slice(start, end))).toEqual(['# b\n\n- x\n\ty\n\n'])
  expect(plain(readDocument(text).blocks)).toEqual(plain(viaRemark(text)))
})

test('a setext heading stays whole when remark finds its start on an earlier line than the scan', () => {
  for (const text of ['\tx\n*\n######## x\n-\n', '\tx\n*\nfoo\n-\n', '\tx\n*\nfoo\n===\n\nrest\n'])
    expectRemarksAnswer(text)
})
