import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { NEXT_STEP, project } from './project.ts'
import { HOW_TO_WRITE, LEVEL1, PAD, times } from './told.ts'

test('level 1 reaches the model with the first prompt, and is not repeated with the second', async () => {
  const { start } = await machine(project())
  const session = start()
  const [first] = await session.prompt('Where were we?')
  expect(times(first, LEVEL1)).toBe(1)
  expect(times(first, NEXT_STEP)).toBe(1)
  expect(times(first, PAD)).toBe(0)
  const [second] = await session.prompt('Go on.')
  expect(times(second, LEVEL1)).toBe(1)
  expect(times(second, NEXT_STEP)).toBe(1)
  await session.end()
})

test('the model learns once in a session how to write to the notes', async () => {
  const { start } = await machine(project())
  const session = start()
  const [first] = await session.prompt('Where were we?')
  expect(times(first, HOW_TO_WRITE)).toBe(1)
  const [second] = await session.prompt('Go on.')
  expect(times(second, HOW_TO_WRITE)).toBe(1)
  await session.end()
})
