import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machine } from './client.ts'
import { call, say } from './model.ts'
import { decision, FILE, project } from './project.ts'
import { times } from './told.ts'

const edit = (file: string, before: string, after: string) => [
  call('Read', { file_path: file }),
  call('Edit', { file_path: file, old_string: before, new_string: after }),
]
const GONE = '1 decision that used to be here is gone'

test('an edit of NOTES.md that drops a decision is reported to the model, with the command that brings it back', async () => {
  const cwd = project()
  const { start } = await machine(cwd)
  const session = start()
  const file = join(cwd, FILE)
  const requests = await session.prompt('Tidy up.', ...edit(file, decision.limit, ''), say('Done.'))
  expect(readFileSync(file, 'utf8')).not.toContain('Limit requests per account')
  expect(requests.map(request => times(request, GONE))).toEqual([0, 0, 1])
  expect(times(requests.at(-1), 'Limit requests per account')).toBeGreaterThan(0)
  expect(times(requests.at(-1), 'notes heal` brings it back')).toBe(1)
  expect(times(requests.at(-1), 'notes heal --accept`')).toBe(1)
  const [next] = await session.prompt('Go on.')
  expect(times(next, GONE)).toBe(1)
  await session.end()
})

const bash = (command: string) => call('Bash', { command, description: 'Tidy up' })
const drop = bash(`sed -i '/Limit requests per account/,/neither is limited/d' ${FILE}`)

test('a command that drops a decision from NOTES.md is reported to the model', async () => {
  const { start } = await machine(project())
  const session = start()
  const record = bash('npx notes blocker add --waiting "a bigger staging store"')
  const requests = await session.prompt('Tidy up.', record, drop, say('Done.'))
  expect(requests.map(request => times(request, GONE))).toEqual([0, 0, 1])
  await session.end()
})

test('a command that drops a decision is reported in a project that notes has never changed', async () => {
  const { start } = await machine(project())
  const session = start()
  const requests = await session.prompt('Tidy up.', drop, say('Done.'))
  expect(requests.map(request => times(request, GONE))).toEqual([0, 1])
  await session.end()
})

test('before code is changed, the model is told once which decision rests on it', async () => {
  const cwd = project()
  const { start } = await machine(cwd)
  const session = start()
  const file = join(cwd, 'src/http/limit.ts')
  const [before, after] = ['REQUESTS_PER_MINUTE = 120', 'REQUESTS_PER_MINUTE = 240']
  const requests = await session.prompt('Double the limit.', ...edit(file, before, after), say('Done.'))
  const rests = 'Before you edit src/http/limit.ts'
  expect(requests.map(request => times(request, rests))).toEqual([0, 0, 1])
  expect(requests.at(-1)?.told).toMatch(/Before you edit .* "Count requests per account and minute/)
  const again = await session.prompt('Back again.', ...edit(file, after, before), say('Done.'))
  expect(again.map(request => times(request, rests))).toEqual([1, 1, 1])
  await session.end()
})
