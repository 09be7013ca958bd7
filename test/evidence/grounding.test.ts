import { expect, it } from 'vitest'
import type { EvidenceCheck } from '../../src/evidence/states.ts'
import { groundingRatio } from '../../src/evidence/verify.ts'

const claim = { quote: 'x', locator: undefined }

it.each<[states: EvidenceCheck['state'][], ratio: number]>([
  [[], 1],
  [['ok'], 1],
  [['ok', 'external'], 1],
  [['external'], 1],
  [['unquoted'], 1],
  [['ok', 'moved'], 1],
  [['ok', 'changed', 'gone', 'ambiguous', 'missing', 'outside', 'unchecked', 'external'], 1 / 7],
  [['missing'], 0],
])('the grounding of %j is %d: the share of quotes of code that still hold', (states, ratio) => {
  const all = states.map(state => ({ claim, check: { state } as EvidenceCheck }))
  expect(groundingRatio(all)).toBe(ratio)
})

it('the grounding does not count references, which quote nothing', () => {
  const gone: EvidenceCheck = { state: 'gone', path: 'a.ts' }
  expect(groundingRatio([{ claim: { ...claim, isReference: true }, check: gone }])).toBe(1)
})
