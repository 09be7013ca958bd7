import { apart, tryCommand } from '../../../files/programs/try-command.ts'
import { isFields, parseFields } from '../../../files/read/json.ts'
import type { Environment } from '../../../project/open.ts'
import type { McpServer } from './program.ts'

export interface TriedServer {
  readonly tools: number
  readonly problem?: string
}

const REQUESTS = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'notes doctor', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]

/** Starts the server as the client does, asks for its tools, and closes its input. */
export function tryServer({ command, args }: McpServer, root: string, env: Environment): TriedServer {
  const lines = REQUESTS.map(request => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
  const { stdout, stderr, status, failed } = apart(root, env, own =>
    tryCommand({ command, args, cwd: root, env: own, input: lines.join(''), timeoutMs: 10_000 }),
  )
  if (failed !== undefined)
    return {
      tools: 0,
      problem: failed === 'timeout' ? 'it does not answer' : `${command} is not on the PATH`,
    }
  const answer = stdout.split('\n').find(line => line.includes('"id":2'))
  const { result } = parseFields(answer ?? '') ?? {}
  if (isFields(result) && Array.isArray(result.tools)) return { tools: result.tools.length }
  const said = stderr.trim().split('\n')[0] ?? ''
  return { tools: 0, problem: `it exits with ${status ?? 'a signal'}${said === '' ? '' : `: ${said}`}` }
}
