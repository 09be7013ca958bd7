import { expect, test } from 'vitest'
import { nearestName } from '../../src/config/nearest-name.ts'
import { expectGrowth } from '../growth.ts'

const known = ['root', 'file', 'profile', 'beads', 'recovery', 'decisions']

test.each([
  ['fiel', 'file'],
  ['File', 'file'],
  ['profil', 'profile'],
  ['recovry', 'recovery'],
  ['decision', 'decisions'],
  ['rot', 'root'],
])('nearestName corrects %s to %s', (typed, name) => {
  expect(nearestName(typed, known)).toBe(name)
})

test.each(['', 'x', 'colour', 'budget'])('nearestName finds nothing near %j', typed => {
  expect(nearestName(typed, known)).toBeUndefined()
})

test('nearestName finds nothing near a key of 1 MB, and takes hardly longer than for a short key', () => {
  const key = 'x'.repeat(1_000_000)
  expect(nearestName(key, known)).toBeUndefined()
  expectGrowth(size => () => nearestName(key.slice(0, size), known), {
    from: 1_000,
    times: 1_000,
    atMost: 2.5,
  })
})
