import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { folderWith } from '../../config/folder.ts'
import { bin, environment } from '../../notes-cli.ts'

type Env = Readonly<Record<string, string | undefined>>

const NOTES = readFileSync(new URL('project-notes.md', import.meta.url), 'utf8')

export const project = (files: Readonly<Record<string, string>> = {}): string =>
  folderWith({
    'NOTES.md': NOTES,
    'src/auth.ts': '// Sessions.\nconst SESSION_MINUTES = 15\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
    ...files,
  })

const withoutUndefined = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

const surroundings = (env: Env) =>
  withoutUndefined({ ...environment, CLAUDE_CODE_SESSION_ID: undefined, ...env })

/** Starts the built `notes mcp` in a project, as a client does, and connects to it. */
export async function connect(
  cwd: string,
  { args = [], env = {}, command = process.execPath, before = [] as readonly string[] } = {} as {
    readonly args?: readonly string[]
    readonly env?: Env
    readonly command?: string
    readonly before?: readonly string[]
  },
) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command,
    args: [...before, bin, 'mcp', ...args],
    cwd,
    env: surroundings(env),
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', chunk => {
    said += chunk
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    stderr: () => said,
    call: async (name: string, input: object = {}) =>
      (await client.callTool({ name, arguments: { ...input } })) as CallToolResult,
  }
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('')

/** Starts the server as a process, to send what no well-behaved client sends. */
export function start(cwd: string, env: Env = {}) {
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd, env: surroundings(env) })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  const send = (...lines: readonly (string | object)[]) => {
    for (const line of lines) child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  }
  /** Returns all answers so far. Each line of standard output must be an answer. */
  const answers = () =>
    stdout
      .split('\n')
      .filter(line => line !== '')
      .map(
        line =>
          JSON.parse(line) as { id?: unknown; result?: object; error?: { code: number; message: string } },
      )
  const answer = async (id: unknown) => {
    for (;;) {
      const found = answers().find(one => one.id === id)
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  send({
    jsonrpc: '2.0',
    id: 'start',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  })
  return { child, send, answers, answer, ended, stderr: () => stderr }
}
