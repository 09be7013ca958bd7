import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { call, type Request, say } from './model.ts'
import { writePad } from './pad.ts'
import { NEXT_STEP, project } from './project.ts'
import { HOW_TO_WRITE, LEVEL1, lastPad, PAD, times, WARNING } from './told.ts'

test('level 1 reaches the model once after /compact', async () => {
  const { start } = await machine(project())
  const session = start()
  await session.prompt('Where were we?')
  await session.prompt('Go on.')
  await session.prompt('/compact')
  const [after] = await session.prompt('What now?')
  expect(times(after, 'Where were we?')).toBe(0)
  expect(times(after, LEVEL1)).toBe(1)
  expect(times(after, NEXT_STEP)).toBe(1)
  await session.end()
})

test('the pad and the writing guidance reach the model once after /compact', async () => {
  const { start } = await machine(project())
  const session = start()
  await session.prompt('Where were we?', writePad('p99 is 4 s'), say('Noted.'))
  await session.prompt('Go on.')
  await session.prompt('/compact')
  const [after] = await session.prompt('What now?')
  expect(times(after, PAD)).toBe(1)
  expect(lastPad(after)).toContain('p99 is 4 s')
  expect(times(after, HOW_TO_WRITE)).toBe(1)
  await session.end()
})

test('the summarizer is told that the newest of the pad and NOTES.md is passed on', async () => {
  const { start } = await machine(project())
  const session = start()
  await session.prompt('Where were we?', writePad('p99 is 4 s'), say('Noted.'))
  await session.prompt('Go on.')
  const [summary] = await session.prompt('/compact')
  expect(summary?.from).toBe('summary')
  expect(times(summary, 'the session scratchpad and NOTES.md stays on disk')).toBe(1)
  await session.end()
})

/** With a window of 100,000 tokens the client compacts at 67,000, and the warning is due at 85 % of that. */
const smallWindow = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' }
const WARNED = 58_000
const FULL = 68_000
/** A tool call that takes longer than the client needs to write its transcript, even on a busy machine. */
const look = (tokens: number) => call('Bash', { command: 'ls src; sleep 0.3', description: 'List' }, tokens)

test('the model is warned once before each automatic compaction, in the middle of a tool loop', async () => {
  const { start } = await machine(project())
  const session = start([], smallWindow)
  await session.prompt('Where were we?', writePad('p99 is 4 s'), say('Noted.'))
  await session.prompt('Go on.')
  const loop = [look(30_000), look(WARNED), look(WARNED + 1_000), look(FULL)]
  const requests = await session.prompt('Read it all.', ...loop, say('Read.', 20_000))
  expect(requests.map(({ from }) => from)).toEqual([...loop.map(() => 'session'), 'summary', 'session'])
  expectWarnedOnce(requests.slice(1, 5))
  const after = requests.at(-1)
  expect(times(after, LEVEL1)).toBe(1)
  expect(times(after, PAD)).toBe(1)
  expect(lastPad(after)).toContain('p99 is 4 s')
  const again = await session.prompt('Read more.', look(WARNED), look(WARNED + 1_000), say('Read.', 20_000))
  expectWarnedOnce(again)
  await session.end()
})

/**
 * The client writes its transcript up to 100 ms late, so the warning comes one or two requests after the request that
 * passed the threshold.
 */
function expectWarnedOnce([before, ...later]: readonly Request[]): void {
  expect(times(before, WARNING)).toBe(0)
  expect([
    [1, 1],
    [0, 1],
    [1, 1, 1],
    [0, 1, 1],
  ]).toContainEqual(later.map(request => times(request, WARNING)))
}

test('level 1 reaches the model after an automatic compaction in the middle of a tool loop', async () => {
  const { start } = await machine(project())
  const session = start([], smallWindow)
  await session.prompt('Where were we?')
  await session.prompt('Go on.')
  const requests = await session.prompt('Read it all.', look(30_000), look(FULL), say('Read.', 20_000))
  expect(requests.map(({ from }) => from)).toEqual(['session', 'session', 'summary', 'session'])
  expect(times(requests.at(-1), LEVEL1)).toBe(1)
  expect(times(requests.at(-1), NEXT_STEP)).toBe(1)
  await session.end()
})

test('when a turn uses no tool, the compaction warning comes at its end or with the next prompt', async () => {
  const { start } = await machine(project())
  const session = start([], smallWindow)
  await session.prompt('Where were we?')
  const requests = await session.prompt(
    'Go on.',
    say('A long answer.', WARNED),
    say('Saved.', WARNED + 1_000),
  )
  const [after] = await session.prompt('And now?')
  expect(times(after, WARNING)).toBe(1)
  expect(requests.map(request => times(request, WARNING))).toEqual([0, 1])
  await session.end()
})

test('after the warning, an automatic compaction is held, at most as often as configured, until the pad is saved', async () => {
  const { start } = await machine(
    project({ 'notes.config.json': JSON.stringify({ session: { compaction: { hold: 2 } } }) }),
  )
  const session = start([], smallWindow)
  await session.prompt('Where were we?')
  await session.prompt('Go on.')
  const save = writePad('p99 is 4 s', FULL)
  const answers = [look(FULL), save, say('Read.', 20_000)]
  const requests = await session.prompt('Read it all.', ...answers)
  expect(requests.map(({ from }) => from)).toEqual(['session', 'session', 'summary', 'session'])
  expect(requests.slice(0, 2).map(request => times(request, WARNING))).toEqual([0, 1])
  expect(lastPad(requests.at(-1))).toContain('p99 is 4 s')
  await session.end()
})
