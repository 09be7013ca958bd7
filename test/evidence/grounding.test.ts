import { expect, it } from 'vitest'
import type { EvidenceCheck } from '../../src/evidence/states.ts'
import { groundingRatio } from '../../src/evidence/verify.ts'

it.each<[states: EvidenceCheck['state'][], ratio: number]>([
  [[], 1],
  [['ok'], 1],
  [['ok', 'external'], 1],
  [['external'], 1],
  [['ok', 'moved'], 0.5],
  [['ok', 'changed', 'ambiguous', 'missing', 'outside'], 0.2],
  [['missing'], 0],
])('groundingRatio of %j is %d', (states, ratio) => {
  expect(groundingRatio(states.map(state => ({ state })))).toBe(ratio)
})
