import { chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSessionId } from '../../../src/files/sessions/session-id.ts'
import { keepCaller, keepClientSession } from '../../../src/files/user/client-session.ts'
import { environment, notes } from '../../notes-cli.ts'
import { connect, project, textOf } from './client.ts'

const padOf = (cwd: string, session: string): string =>
  JSON.parse(notes(['pad', 'show', '--session', session, '--json'], { cwd }).stdout).notes

/** Stores the session of a client, as its hook does at each start of a session. This process is the client. */
const startsIn = (session: string, client = process.pid) =>
  keepClientSession(environment, client, checkSessionId(session))

const write = { action: 'append_notes' }

test('notes mcp writes to the pad of the current client session, and follows /clear', async () => {
  const cwd = project()
  const { call } = await connect(cwd, { env: { CLAUDE_CODE_SESSION_ID: 'at-start' } })
  await call('session_scratchpad', { ...write, content: 'one' })
  startsIn('first')
  await call('session_scratchpad', { ...write, content: 'two' })
  startsIn('after-clear')
  await call('session_scratchpad', { ...write, content: 'three' })
  expect(padOf(cwd, 'at-start')).toBe('one')
  expect(padOf(cwd, 'first')).toBe('two')
  expect(padOf(cwd, 'after-clear')).toBe('three')
})

test.runIf(process.platform === 'linux')(
  'notes mcp finds the session of its client when a shell is in between',
  async () => {
    const cwd = project()
    startsIn('through-a-shell')
    const script = '"$@"; exit $?'
    const { call } = await connect(cwd, {
      command: '/bin/sh',
      before: ['-c', script, 'sh', process.execPath],
    })
    await call('session_scratchpad', { ...write, content: 'x' })
    expect(padOf(cwd, 'through-a-shell')).toBe('x')
  },
)

test('notes mcp writes to the pad of the subagent that makes the call', async () => {
  const cwd = project()
  startsIn('parent')
  const { client, call } = await connect(cwd)
  keepCaller(environment, 'toolu_1', checkSessionId('parent.child'))
  for (const id of ['toolu_1', 'toolu_2'])
    await client.callTool({
      name: 'session_scratchpad',
      arguments: { ...write, content: id },
      _meta: { 'claudecode/toolUseId': id },
    })
  await call('session_scratchpad', { ...write, content: 'x' })
  expect(padOf(cwd, 'parent.child')).toBe('toolu_1')
  expect(padOf(cwd, 'parent')).toBe('toolu_2\nx')
})

test('NOTES_SESSION chooses the pad of notes mcp, even if its client has another session', async () => {
  const cwd = project()
  startsIn('of-the-client')
  const { call } = await connect(cwd, { env: { NOTES_SESSION: 'named' } })
  await call('session_scratchpad', { ...write, content: 'x' })
  expect(padOf(cwd, 'named')).toBe('x')
  expect(padOf(cwd, 'of-the-client')).toBe('')
})

test('notes mcp never shows the pad of another session, even through a search', async () => {
  const cwd = project()
  const args = ['--tools', 'project,scratchpad,notepad,cards']
  notes(['pad', 'write', 'the zebra secret', '--session', 'other'], { cwd })
  notes(['card', 'add', 'zebra card', '--session', 'other'], { cwd })
  const { client, call } = await connect(cwd, { args, env: { NOTES_SESSION: 'mine' } })
  await call('session_scratchpad', { ...write, content: 'my own zebra' })
  const said = JSON.stringify([
    await call('read_notepad'),
    await call('search_notes', {}),
    await call('recover', { query: 'zebra' }),
    await client.listResources(),
  ])
  expect(said).not.toContain('zebra secret')
  const found = textOf(await call('search', { query: 'zebra' }))
  expect(found).toContain('my own zebra')
  expect(found).not.toMatch(/secret|card/)
})

test('notes mcp refuses a pad that is a link or that belongs to another user', async () => {
  const cwd = project({ 'elsewhere.jsonl': '' })
  mkdirSync(join(cwd, '.notes/sessions'), { recursive: true })
  symlinkSync(join(cwd, 'elsewhere.jsonl'), join(cwd, '.notes/sessions/linked.jsonl'))
  const linked = await connect(cwd, { env: { NOTES_SESSION: 'linked' } })
  const answer = await linked.call('session_scratchpad', { ...write, content: 'x' })
  expect(answer.isError).toBe(true)
  expect(textOf(answer)).toContain('not a regular file')
  expect(padOf(cwd, 'linked')).not.toBe('x')
  if (process.getuid?.() !== 0) return
  for (const [session, folder] of [
    ['foreign', '.notes/sessions'],
    ['archived', '.notes/sessions/archive'],
  ] as const) {
    const path = join(cwd, folder, `${session}.jsonl`)
    mkdirSync(join(cwd, folder), { recursive: true })
    writeFileSync(path, '')
    chownSync(path, 12345, 12345)
    const { call } = await connect(cwd, { env: { NOTES_SESSION: session } })
    const refused = await call('session_scratchpad', { ...write, content: 'x' })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toContain('not created by you')
  }
})
