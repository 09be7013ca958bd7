import { expect, test } from 'vitest'
import { readDocument } from '../../src/markdown/document.ts'
import { viaRemark } from '../../src/markdown/remark.ts'
import { blocksOf } from '../../src/markdown/scan/plain-entry.ts'
import { scan } from '../../src/markdown/scan/scan.ts'
import { markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { unlessAssertion } from '../fixtures/unless-assertion.ts'
import fc from '../property.ts'

const readBlocks = (text: string, budget?: number) => readDocument(text, budget).blocks

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 200)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

test('readDocument keeps the result of the scan for parts beyond the remark budget', () => {
  const [one, other] = ['## a\n[b]: c\n\n', '## d\n[e]: f\n[g]: h\n\n']
  const text = `${one}${other}## i\n`
  const first = `${one}## d`.length
  expect(readBlocks(text)).toEqual(viaRemark(text))
  expect(readBlocks(text, text.length * 2)).toEqual(viaRemark(text))
  expect(readBlocks(text, first).map(({ type }) => type)).toEqual([
    'heading',
    'definition',
    'heading',
    'paragraph',
    'heading',
  ])
  expect(readBlocks(text, 0)).toEqual(blocksOf(scan(text).pieces))
})

test.each(markdownTexts)(
  'readDocument equals the full parse within its remark budget: %s',
  (_, texts) => {
    fc.assert(
      fc.property(texts, fc.nat(300), (text, budget) => {
        const read = unlessAssertion(() => readBlocks(text, budget))
        if (read === undefined) return
        const { unsure } = scan(text)
        const isLeft = unsure.reduce((sum, { start, proof }) => sum + proof - start, 0) <= budget
        if (isLeft) expect(read).toEqual(readBlocks(text))
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
  300_000,
)

const MARKERS = ['- ', '* ', '-', '*', '+ ', '1. ', '_ ', '_', ' ', '  ', 'x', '---', '***', '> ', '\n']

test('lines of list markers that may be thematic breaks are read as remark reads them', () => {
  const lines = fc.array(fc.constantFrom(...MARKERS), { maxLength: 14 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(lines, text => {
      const expected = unlessAssertion(() => viaRemark(text))
      if (expected !== undefined) expect(JSON.stringify(readBlocks(text))).toBe(JSON.stringify(expected))
    }),
    { numRuns: RUNS * 10, seed: SEED },
  )
}, 300_000)
