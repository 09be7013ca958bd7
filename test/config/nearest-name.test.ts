import { expect, test } from 'vitest'
import { nearestName } from '../../src/config/nearest-name.ts'

const known = ['root', 'file', 'profile', 'beads', 'recovery', 'decisions']

test.each([
  ['fiel', 'file'],
  ['File', 'file'],
  ['profil', 'profile'],
  ['recovry', 'recovery'],
  ['decision', 'decisions'],
  ['rot', 'root'],
])('%s most likely stands for %s', (typed, name) => {
  expect(nearestName(typed, known)).toBe(name)
})

test.each(['', 'x', 'colour', 'budget'])('nothing is near %j', typed => {
  expect(nearestName(typed, known)).toBeUndefined()
})

test('a key without end is near to nothing, which is known at once', () => {
  const start = Date.now()
  expect(nearestName('x'.repeat(3_000_000), known)).toBeUndefined()
  expect(Date.now() - start).toBeLessThan(1_000)
})
