import { expect, test } from 'vitest'
import { readDocument } from '../../src/markdown/document.ts'
import { atxHeadings } from '../../src/markdown/scan/atx-headings.ts'
import { fragmented, markdownTexts } from '../fixtures/arbitrary-markdown.ts'
import { seedExample, specExamples, trapCases } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { unlessAssertion } from '../fixtures/unless-assertion.ts'
import fc from '../property.ts'

const RUNS = Number(process.env.NOTES_FUZZ_RUNS ?? 1000)
const SEED = Number(process.env.NOTES_FUZZ_SEED ?? 20261118)

/** Checks that atxHeadings finds the headings that the full parse finds, or returns undefined. */
function expectAllHeadings(text: string): void {
  const found = atxHeadings(text)
  if (found === undefined) return
  const headings = unlessAssertion(() => readDocument(text).blocks)?.filter(block => block.type === 'heading')
  if (headings !== undefined) expect(found).toEqual(headings.map(({ depth, span }) => ({ depth, ...span })))
}

const twins = (text: string): string[] => [
  text,
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.replaceAll(/\r?\n/g, '\r'),
]

test('ATX headings match the full parse in CommonMark examples, trap cases and notes shapes', () => {
  const texts = [...specExamples, ...trapCases.map(({ source }) => source), ...shapes.map(({ text }) => text)]
  for (const text of texts) for (const twin of twins(text)) expectAllHeadings(twin)
})

test.each(markdownTexts)(
  'ATX headings match the full parse in fuzzed texts: %s',
  (_, texts) => {
    fc.assert(fc.property(texts, expectAllHeadings), { numRuns: RUNS, seed: SEED })
  },
  3_600_000,
)

test('the ATX heading scan needs no full parse for notes files as people write them', () => {
  expect(atxHeadings(seedExample)).toHaveLength(12)
  const unsure = shapes.filter(({ text }) => atxHeadings(text) === undefined).map(({ name }) => name)
  expect(unsure).toEqual([])
  const sure = fc
    .sample(fragmented, { numRuns: 2000, seed: SEED })
    .filter(text => atxHeadings(text) !== undefined)
  expect(sure.length).toBeGreaterThan(600)
})
