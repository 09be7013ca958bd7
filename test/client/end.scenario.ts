import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { call, say } from './model.ts'
import { FILE, notesText, project } from './project.ts'

const record = call('Bash', {
  command: 'npx notes blocker add --waiting "a bigger staging store"',
  description: 'Write it down',
})

/** Returns the rows of the log that were added since the project was created. */
const newRows = (cwd: string): string[] => {
  const log = /## Session Continuity Log\n([^#]*)/.exec(readFileSync(join(cwd, FILE), 'utf8'))?.[1] ?? ''
  return log.split('\n').filter(line => /^\| 20/.test(line) && !notesText.includes(line))
}

test('the end of a session that recorded something adds one row to the log of sessions', async () => {
  const cwd = project()
  const { start } = await machine(cwd)
  const session = start()
  await session.prompt('Write down what blocks us.', record, say('Done.'))
  await session.end()
  expect(newRows(cwd)).toEqual([expect.stringContaining('a bigger staging store')])
})

test('/clear adds one row to the log of sessions for the session that it ends', async () => {
  const cwd = project()
  const { start } = await machine(cwd)
  const session = start()
  await session.prompt('Write down what blocks us.', record, say('Done.'))
  await session.prompt('/clear')
  await session.prompt('And now?')
  await session.end()
  expect(newRows(cwd)).toHaveLength(1)
})

test('the end of a session that recorded nothing leaves the notes as they were', async () => {
  const cwd = project()
  const { start } = await machine(cwd)
  const session = start()
  await session.prompt('Where were we?')
  await session.end()
  expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(notesText)
})
