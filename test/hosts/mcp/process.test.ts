import { expect, test } from 'vitest'
import { notes } from '../../notes-cli.ts'
import { project, start } from './client.ts'

const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }

test('notes mcp exits with 0 when its input ends, after it has answered', async () => {
  const server = start(project(), { NOTES_SESSION: 's1' })
  server.send(
    list,
    {
      jsonrpc: '2.0',
      id: 8,
      method: 'tools/call',
      params: { name: 'question_add', arguments: { title: 'Which cache?' } },
    },
    { jsonrpc: '2.0', id: 9, method: 'ping' },
  )
  server.child.stdin.end()
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(server.answers().map(({ id }) => id)).toEqual(expect.arrayContaining(['start', 7, 8, 9]))
  expect(server.stderr()).toBe('')
})

test.each(['SIGINT', 'SIGTERM'] as const)('notes mcp ends cleanly on %s', async signal => {
  const server = start(project())
  await server.answer('start')
  server.child.kill(signal)
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(server.stderr()).toBe('')
})

test('notes mcp ends when its client no longer reads', async () => {
  const server = start(project())
  await server.answer('start')
  server.child.stdout.destroy()
  for (let n = 0; n < 20 && server.child.exitCode === null; n++) {
    server.send({ ...list, id: n })
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  expect((await server.ended).code).toBe(0)
})

test.each<[string, string | object, object | undefined]>([
  ['a line that is not JSON', 'garbage {', { code: -32700 }],
  ['bytes that are not text', '\u0000\u0001\u00ff', { code: -32700 }],
  ['JSON that is not a message', '[1, 2]', { code: -32600 }],
  ['a message of another protocol', { id: 'x', method: 7 }, { code: -32600 }],
  ['an empty line', '', undefined],
  ['a line of 9 MB', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(9_000_000)}"}`, { code: -32600 }],
  ['an unknown method', { jsonrpc: '2.0', id: 'x', method: 'server/discover' }, { code: -32601 }],
  ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/x' }, undefined],
  ['an answer to nothing', { jsonrpc: '2.0', id: 99, result: {} }, undefined],
  [
    'a call without a name',
    { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: {} },
    { code: expect.any(Number) },
  ],
  [
    'a call with a list for its arguments',
    { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'recover', arguments: [1] } },
    { code: expect.any(Number) },
  ],
])('notes mcp answers the next request after %s', async (_name, line, error) => {
  const server = start(project())
  server.send(line, list)
  expect(await server.answer(7)).toMatchObject({ result: { tools: expect.any(Array) } })
  const errors = server.answers().flatMap(answer => answer.error ?? [])
  expect(errors).toMatchObject(error === undefined ? [] : [error])
})

test('notes mcp reads a message that arrives in pieces, and several that arrive together', async () => {
  const server = start(project())
  const text = `${JSON.stringify({ ...list, id: 'é' })}\n${JSON.stringify({ ...list, id: 'b' })}\n`
  for (const byte of Buffer.from(text)) server.child.stdin.write(Buffer.of(byte))
  expect(await server.answer('b')).toMatchObject({ result: {} })
  expect(await server.answer('é')).toMatchObject({ result: {} })
})

test('notes mcp --tools refuses an unknown set of tools and suggests a known one', () => {
  const { code, stdout, stderr } = notes(['mcp', '--tools', 'project,notepads'], { cwd: project() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Did you mean notepad?')
})
