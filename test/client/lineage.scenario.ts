import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { say } from './model.ts'
import { typePad, writePad } from './pad.ts'
import { NEXT_STEP, project } from './project.ts'
import { LEVEL1, lastPad, PAD, times } from './told.ts'

test('level 1 reaches the model once after /clear', async () => {
  const { start } = await machine(project())
  const session = start()
  await session.prompt('Where were we?')
  const before = session.id()
  await session.prompt('/clear')
  const [after] = await session.prompt('And now?')
  expect(session.id()).not.toBe(before)
  expect(times(after, 'Where were we?')).toBe(0)
  expect(times(after, LEVEL1)).toBe(1)
  expect(times(after, NEXT_STEP)).toBe(1)
  await session.end()
})

const resume = (id: string) => ['--resume', id]
const goOn = () => ['--continue']
const fork = (id: string) => ['--resume', id, '--fork-session']

for (const args of [resume, goOn])
  test(`level 1 is in the conversation once after ${args('ID').join(' ')}`, () => onceAfter(args))

test('level 1 is in the conversation once after --fork-session', () => onceAfter(fork))

async function onceAfter(args: (id: string) => readonly string[]): Promise<void> {
  const { start } = await machine(project())
  const first = start()
  await first.prompt('Where were we?')
  await first.end()
  const again = start(args(first.id()))
  const [after] = await again.prompt('And now?')
  expect(times(after, 'Where were we?')).toBe(1)
  expect(times(after, LEVEL1)).toBe(1)
  expect(times(after, NEXT_STEP)).toBe(1)
  await again.end()
}

test('the session after /clear gets a copy of the pad, and continues in that copy', async () => {
  const { start } = await machine(project())
  const session = start()
  await session.prompt('Where were we?', typePad('p99 is 4 s'), say('Noted.'))
  await session.prompt('/clear')
  const [after] = await session.prompt('And now?', writePad('p99 is 9 s'), say('Noted.'))
  expect(times(after, PAD)).toBe(1)
  expect(lastPad(after)).toContain('p99 is 4 s')
  const [changed] = await session.prompt('So?')
  expect(lastPad(changed)).toContain('p99 is 9 s')
  await session.end()
})

for (const args of [resume, goOn])
  test(`${args('ID').join(' ')} continues with the pad of that session`, async () => {
    const { start } = await machine(project())
    const first = start()
    await first.prompt('Where were we?', typePad('p99 is 4 s'), say('Noted.'))
    await first.end()
    const again = start(args(first.id()))
    const [after] = await again.prompt('And now?', writePad('p99 is 9 s'), say('Noted.'))
    expect(lastPad(after)).toContain('p99 is 4 s')
    const [changed] = await again.prompt('So?')
    expect(lastPad(changed)).toContain('p99 is 9 s')
    await again.end()
  })

for (const args of [resume, goOn])
  test(`${args('ID').join(' ')} --fork-session copies the pad, and leaves the pad of its parent alone`, async () => {
    const { start } = await machine(project())
    const parent = start()
    await parent.prompt('Where were we?', typePad('p99 is 4 s'), say('Noted.'))
    await parent.end()
    const branch = start([...args(parent.id()), '--fork-session'])
    const [first] = await branch.prompt('Try the other way.', writePad('p99 is 9 s'), say('Noted.'))
    expect(branch.id()).not.toBe(parent.id())
    expect(lastPad(first)).toContain('p99 is 4 s')
    const [second] = await branch.prompt('So?')
    expect(lastPad(second)).toContain('p99 is 9 s')
    await branch.end()
    const resumed = start(['--resume', parent.id()])
    const [after] = await resumed.prompt('And here?')
    expect(lastPad(after)).toContain('p99 is 4 s')
    expect(times(after, 'p99 is 9 s')).toBe(0)
    await resumed.end()
  })

test("two simultaneous sessions of one project never see each other's pads", async () => {
  const { start, model } = await machine(project())
  const one = start()
  await one.prompt('Look into the store.', typePad('the store is slow'), say('Noted.'))
  const other = start()
  await other.prompt('Look into the limits.', writePad('the limits are low'), say('Noted.'))
  const [first] = await one.prompt('So?')
  const [second] = await other.prompt('So?')
  expect(lastPad(first)).toContain('the store is slow')
  expect(times(first, 'the limits are low')).toBe(0)
  expect(lastPad(second)).toContain('the limits are low')
  expect(times(second, 'the store is slow')).toBe(0)
  expect(model.session).toEqual([])
  await one.end()
  await other.end()
})
