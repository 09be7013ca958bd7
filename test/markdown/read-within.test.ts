import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlocks, readWithin } from '../../src/markdown/document.ts'
import { viaRemark } from '../../src/markdown/remark.ts'
import { blocksOf } from '../../src/markdown/scan/plain-entry.ts'
import { scan } from '../../src/markdown/scan/scan.ts'
import { markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { unlessAssertion } from '../fixtures/unless-assertion.ts'

/** What is read, with all blocks made. */
const within = (text: string, most?: number) => {
  const { pieces, ...rest } = readWithin(text, most)
  return { blocks: blocksOf(pieces), ...rest }
}

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 200)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

test('what may not be left to remark is as the scan has it, and said where', () => {
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
  'with nothing left to remark it is the scan, whole or in part: %s',
  (_, texts) => {
    fc.assert(
      fc.property(texts, fc.nat(300), (text, most) => {
        const read = unlessAssertion(() => within(text, most))
        if (read === undefined) return
        const { unsure } = scan(text)
        const isLeft = unsure.reduce((sum, { start, proof }) => sum + proof - start, 0) <= most
        if (isLeft) expect(read).toEqual({ blocks: readBlocks(text) })
        else expect(read.guessed).toBeDefined()
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
  300_000,
)

const MARKS = ['- ', '* ', '-', '*', '+ ', '1. ', '_ ', '_', ' ', '  ', 'x', '---', '***', '> ', '\n']

test('lines of markers, which may be rules, are what remark says', () => {
  const lines = fc.array(fc.constantFrom(...MARKS), { maxLength: 14 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(lines, text => {
      const expected = unlessAssertion(() => viaRemark(text))
      if (expected !== undefined) expect(JSON.stringify(readBlocks(text))).toBe(JSON.stringify(expected))
    }),
    { numRuns: RUNS * 10, seed: SEED },
  )
}, 300_000)
