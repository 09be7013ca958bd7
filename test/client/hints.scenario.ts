import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { call, say } from './model.ts'
import { typePad } from './pad.ts'
import { project } from './project.ts'
import { lastPad, PAD, times } from './told.ts'

const search = call('Bash', { command: 'grep -rn "" src', description: 'Search' })
const LET_GO = '[Hint: That was a search with '

test('after a large tool result the model is advised to let it go, at most once in a turn', async () => {
  const { start } = await machine(project())
  const session = start()
  const requests = await session.prompt('Look around.', search, search, say('Seen.'))
  expect(requests.map(request => times(request, LET_GO))).toEqual([0, 1, 1])
  const again = await session.prompt('Look again.', search, say('Seen.'))
  expect(again.map(request => times(request, LET_GO))).toEqual([1, 2])
  await session.end()
})

test('a large level 1 and a full pad reach the model whole, and not as a preview of a saved file', async () => {
  const decisions = Array.from(
    { length: 200 },
    (_, at) =>
      `#### 2026-10-0${(at % 9) + 1}T08:00:00Z - Choice ${at} of many\n**Decision**: ${'so it is '.repeat(9)}\n\n`,
  ).join('')
  const cwd = project({
    'grimoires/loa/NOTES.md': `# Notes\n\n## Session Continuity\n\n### Decision Log\n\n${decisions}`,
    'notes.config.json': JSON.stringify({ recovery: { level1: 2000 } }),
  })
  const { start } = await machine(cwd)
  const session = start()
  const note = 'p99 of the store in ms, by hour. '
  await session.prompt('Where were we?', typePad(note.repeat(200)), say('Noted.'))
  await session.prompt('/clear')
  const [after] = await session.prompt('And now?')
  expect(times(after, 'Choice 197 of many')).toBe(1)
  expect(times(after, PAD)).toBe(1)
  expect(lastPad(after)?.length).toBeGreaterThan(3_900)
  expect(times(after, 'Output too large')).toBe(0)
  await session.end()
})
