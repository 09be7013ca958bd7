import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { call, say } from './model.ts'
import { FILE, notesText, project } from './project.ts'
import { times } from './told.ts'

const conflict = notesText.replace(
  '### Decision Log',
  '<<<<<<< HEAD\n### Decision Log\n=======\n### Decisions\n>>>>>>> theirs',
)

test.each([
  ['with conflict markers', { [FILE]: conflict }],
  ['of zeros', { [FILE]: '\0'.repeat(4096) }],
  ['with a broken configuration beside it', { 'notes.config.json': '{ "budget": ' }],
])('a session goes on undisturbed with a NOTES.md %s', async (_, files) => {
  const cwd = project(files)
  const { start } = await machine(cwd)
  const session = start()
  const look = call('Bash', { command: 'ls src', description: 'List' })
  const [first, second] = await session.prompt('Where were we?', look, say('Here.'))
  expect(times(first, '<notes ')).toBeLessThanOrEqual(1)
  expect(times(second, 'http')).toBeGreaterThan(0)
  await session.prompt('/clear')
  await session.prompt('Go on.')
  await session.end()
})

test('a session in a project without a notes file is told once how to create one', async () => {
  const cwd = project()
  rmSync(join(cwd, FILE))
  const { start } = await machine(cwd)
  const session = start()
  const [first] = await session.prompt('Hello')
  expect(times(first, 'notes init starts one')).toBe(1)
  await session.end()
})

test('a session goes on undisturbed when the package is not installed', async () => {
  const cwd = project()
  rmSync(join(cwd, 'node_modules'), { recursive: true })
  const { start } = await machine(cwd)
  const session = start()
  const [first] = await session.prompt('Hello')
  expect(times(first, 'notesmd')).toBe(0)
  await session.end()
})
