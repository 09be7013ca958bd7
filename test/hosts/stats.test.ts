import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { notes } from '../notes-cli.ts'

const text = readFileSync(fileURLToPath(new URL('../../.config/tour/NOTES.md', import.meta.url)), 'utf8')
const project = () => folderWith({ '.git/HEAD': '', 'grimoires/loa/NOTES.md': text })

function statsOf(cwd: string) {
  const { code, stdout } = notes(['stats', '--json'], { cwd })
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

test('stats says that no session has used the notes yet', () => {
  const cwd = project()
  expect(notes(['stats'], { cwd }).stdout).toContain('No session has used the notes yet')
  expect(statsOf(cwd)).toMatchObject({ sessions: [], total: { tokens: 0 } })
})

test('stats counts what a session received, asked for, found, wrote and promoted', () => {
  const cwd = project()
  const env = { CLAUDE_CODE_SESSION_ID: 'session-one' }
  const run = (...args: string[]) => notes(args, { cwd, env })
  const input = JSON.stringify({ session_id: 'session-one', cwd, source: 'startup' })
  const { stdout } = notes(['hook', 'SessionStart'], { cwd, input })
  expect(stdout).toContain('The grace period is in')
  notes(['hook', 'SessionStart'], { cwd, input: input.replace('startup', 'compact') })
  run('recover')
  run('recover', '--query', 'token expiry')
  run('recover', '--query', 'kubernetes')
  run('search', 'grace')
  run('search', 'kubernetes')
  run('question', 'add', 'Which port?')
  run('pad', 'write', 'Clocks of two servers differ')
  run('pad', 'promote', 'L1', '--as', 'learning')
  const { sessions, total } = statsOf(cwd)
  expect(sessions).toHaveLength(1)
  const [session] = sessions
  expect(session).toMatchObject({
    session: 'session-one',
    asked: 5,
    foundAgain: 2,
    compactions: 1,
    promoted: 1,
    wrote: { question: 1 },
    injected: { SessionStart: { times: 2 } },
  })
  expect(session.tokens).toBe(session.injected.SessionStart.tokens)
  expect(session.tokens).toBeGreaterThan(100)
  expect(total).toMatchObject({ sessions: 1, asked: 5, foundAgain: 2, promoted: 1 })
})

test('stats lists the sessions of this project only, newest first', () => {
  const [cwd, other] = [project(), project()]
  const start = (at: string, session: string) =>
    notes(['hook', 'SessionStart'], {
      cwd: at,
      input: JSON.stringify({ session_id: session, cwd: at, source: 'startup' }),
    })
  start(cwd, 'older')
  start(other, 'elsewhere')
  start(cwd, 'newer')
  const { stdout } = notes(['stats'], { cwd })
  expect(stdout.indexOf('newer')).toBeLessThan(stdout.indexOf('older'))
  expect(stdout).not.toContain('elsewhere')
  expect(stdout).toMatch(/SessionStart +2 times +\d+ tokens/)
  expect(notes(['stats', '--session', 'older'], { cwd }).stdout).not.toContain('newer')
})

test('stats does not count a user at a terminal', () => {
  const cwd = project()
  notes(['recover', '--query', 'token'], { cwd, env: { CLAUDE_CODE_SESSION_ID: '', NOTES_SESSION: '' } })
  expect(statsOf(cwd).sessions).toEqual([])
})

test('stats counts requests of a model to the MCP server', () => {
  const cwd = project()
  const call = (id: number, name: string, given: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })}\n`
  const start = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const input = [
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: start })}\n`,
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
    call(2, 'recover', { query: 'token expiry' }),
    call(3, 'search', { query: 'kubernetes' }),
  ].join('')
  const { stdout } = notes(['mcp'], { cwd, input, env: { CLAUDE_CODE_SESSION_ID: 'by-server' } })
  expect(stdout).toContain('"id":3')
  const [session] = statsOf(cwd).sessions
  expect(session).toMatchObject({ session: 'by-server', asked: 2, foundAgain: 1 })
})
