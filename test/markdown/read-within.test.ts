import { expect, test } from 'vitest'
import { readBlocks, readWithin } from '../../src/markdown/document.ts'
import { viaRemark } from '../../src/markdown/remark.ts'
import { blocksOf } from '../../src/markdown/scan/plain-entry.ts'
import { scan } from '../../src/markdown/scan/scan.ts'
import { markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { unlessAssertion } from '../fixtures/unless-assertion.ts'
import fc from '../property.ts'

/** Reads a text within a budget for remark, and makes all blocks. */
const within = (text: string, budget?: number) => {
  const { pieces, ...rest } = readWithin(text, budget)
  return { blocks: blocksOf(pieces), ...rest }
}

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 200)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

test('readWithin keeps the result of the scan for parts beyond the remark budget and reports the first as guessed', () => {
  const [one, other] = ['## a\n[b]: c\n\n', '## d\n[e]: f\n[g]: h\n\n']
  const text = `${one}${other}## i\n`
  const first = `${one}## d`.length
  expect(within(text)).toEqual({ blocks: readBlocks(text) })
  expect(within(text, text.length * 2)).toEqual({ blocks: viaRemark(text) })
  const some = within(text, first)
  expect(some.guessed).toEqual({ start: one.length, end: one.length + other.length })
  expect(some.blocks.map(({ type }) => type)).toEqual([
    'heading',
    'definition',
    'heading',
    'paragraph',
    'heading',
  ])
  expect(within(text, 0)).toEqual({
    blocks: blocksOf(scan(text).pieces),
    guessed: { start: 0, end: one.length },
  })
})

test.each(markdownTexts)(
  'readWithin equals the full parse within its remark budget and reports a guess beyond it: %s',
  (_, texts) => {
    fc.assert(
      fc.property(texts, fc.nat(300), (text, budget) => {
        const read = unlessAssertion(() => within(text, budget))
        if (read === undefined) return
        const { unsure } = scan(text)
        const isLeft = unsure.reduce((sum, { start, proof }) => sum + proof - start, 0) <= budget
        if (isLeft) expect(read).toEqual({ blocks: readBlocks(text) })
        else expect(read.guessed).toBeDefined()
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
