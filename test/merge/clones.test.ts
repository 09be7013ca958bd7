import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import '../notes-cli.ts'
import { simulate } from './clones.mjs'

test('clones that write, archive, merge and rebase end with every record once, and commit no conflict', async () => {
  const { acknowledged, syncs, commits, stops, ...wrong } = await simulate({
    ...{ root: folderWith(), clones: 3, rounds: 4, seed: 7, driver: 'notes' },
  })
  expect(wrong).toEqual({ lost: [], twice: [], astray: [], sharedIds: 0, marked: 0, findings: [] })
  expect(acknowledged).toBeGreaterThan(10)
  expect(syncs).toBeGreaterThan(6)
})
