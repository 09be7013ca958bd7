import { expect, test, vi } from 'vitest'
import { machine } from './client.ts'
import { call, say } from './model.ts'
import { writePad } from './pad.ts'
import { project } from './project.ts'
import { lastPad, PAD, times } from './told.ts'

const delegate = (more: object = {}) =>
  call('Agent', { description: 'Search', prompt: 'Find it.', subagent_type: 'general-purpose', ...more })
const REPORT = '[Scratchpad of subagent '

test('a subagent starts with an empty pad, and its session is told once what it wrote there', async () => {
  const { start, model } = await machine(project())
  const session = start()
  await session.prompt('Where were we?', writePad('p99 is 4 s'), say('Noted.'))
  model.subagent.push(writePad('the limit is in limit.ts'), say('Found.'))
  const requests = await session.prompt('Delegate.', delegate({ run_in_background: false }), say('Done.'))
  expect(requests.map(({ from }) => from)).toEqual(['session', 'subagent', 'subagent', 'session'])
  const [, first, , after] = requests
  expect(times(first, PAD)).toBe(0)
  expect(times(after, REPORT)).toBe(1)
  expect(times(after, 'the limit is in limit.ts')).toBe(1)
  const [next] = await session.prompt('So?')
  expect(times(next, REPORT)).toBe(1)
  expect(lastPad(next)).toContain('p99 is 4 s')
  expect(times(next, PAD)).toBe(1)
  await session.end()
})

test('the pad of a background subagent reaches its session when the subagent has ended', async () => {
  const { start, model } = await machine(project())
  const session = start()
  model.subagent.push(writePad('the limit is in limit.ts'), say('Found.'))
  await session.prompt('Delegate.', delegate(), say('It works on it.'))
  const [told] = await vi.waitUntil(
    () => {
      const notified = model.requests.filter(
        request => request.from === 'session' && times(request, '<task-notification>') > 0,
      )
      return notified.length > 0 && notified
    },
    { timeout: 30_000 },
  )
  expect(times(told, REPORT)).toBe(1)
  expect(times(told, 'the limit is in limit.ts')).toBe(1)
  await session.end()
})
