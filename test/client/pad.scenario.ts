import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { say } from './model.ts'
import { writePad } from './pad.ts'
import { project } from './project.ts'
import { lastPad, PAD, times } from './told.ts'

test('the pad that a model writes through MCP comes with the next prompt, and again when it has changed', async () => {
  const { start } = await machine(project())
  const session = start()
  const [before] = await session.prompt('Look into the slow store.', writePad('p99 is 4 s'), say('Noted.'))
  expect(before?.tools).toContain('mcp__notes__session_scratchpad')
  const [next] = await session.prompt('And?')
  expect(lastPad(next)).toContain('p99 is 4 s')
  expect(times(next, PAD)).toBe(1)
  const [unchanged] = await session.prompt('Anything else?', writePad('p99 is 9 s'), say('Noted.'))
  expect(times(unchanged, PAD)).toBe(1)
  const [changed] = await session.prompt('So?')
  expect(times(changed, PAD)).toBe(2)
  expect(lastPad(changed)).toContain('p99 is 9 s')
  await session.end()
})
