import { join } from 'node:path'
import { isWindows } from '../../files/lock/this-process.ts'
import { apart, bareEnvironment, tryCommand } from '../../files/programs/try-command.ts'
import { isFields, parseFields } from '../../files/read/json.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow } from '../../files/real-path.ts'
import type { Environment, OpenProject } from '../../project/open.ts'
import { hookEvents } from '../claude/set-up/events.ts'
import { foreignServer, install, PROTOCOLS, piecesFor, SERVERS, SETTINGS } from '../claude/set-up/install.ts'
import { isRunnableServer, type McpServer } from '../claude/set-up/program.ts'
import { serverIn } from '../claude/set-up/settings.ts'
import {
  cameWithClone,
  installedHooks,
  mayRun,
  notOnBarePath,
  replayHooks,
  type SettingsHook,
} from '../claude/set-up/try-hooks.ts'
import { advice, broken, type Check, type Diagnosis, ok, problemOf } from './check.ts'

export function checkInstallation(open: OpenProject): Diagnosis {
  try {
    const { root } = open.project
    const hooks = installedHooks(root)
    if (hooks.length === 0)
      return { checks: [advice('hooks', 'Claude Code is not set up', installing(open))], replays: [] }
    const runnable = hooks.filter(hook => mayRun(root, hook))
    const replays = replayHooks(root, runnable, { ...bareEnvironment(open.env), PATH: open.env.PATH })
    return {
      checks: [
        checkHooks(open, hooks),
        ...(replays.some(({ problem }) => problem !== undefined) ? [] : checkPath(open, runnable)),
        ...hooks.filter(hook => !runnable.includes(hook)).map(foreign),
        ...checkServer(open),
        ...checkPages(open),
      ],
      replays,
    }
  } catch (error) {
    return { checks: [problemOf('hooks', error)], replays: [] }
  }
}

/** Reports a hook that is not run, because settings can come with a clone. */
const foreign = ({ event, command }: SettingsHook): Check =>
  advice(
    event,
    `not tried, because it is not a command that \`notes init\` writes, or because its program came with the repository: ${command}`,
  )

function installing(open: OpenProject) {
  const { root, file } = open.project
  const pieces = piecesFor(root, open.env, pathBelow(root, file), { claude: true, agents: false })
  return { say: 'notes init --claude', run: () => install(root, pieces, false) }
}

function checkHooks(open: OpenProject, hooks: readonly SettingsHook[]): Check {
  const what = `${hooks.length} in ${SETTINGS}`
  const names = hookEvents.map(({ name }) => name)
  const missing = names.filter(name => !hooks.some(({ event }) => event === name))
  if (missing.length === 0) return ok('hooks', what)
  return broken('hooks', `${what}; missing: ${missing.join(', ')}`, installing(open))
}

/** A client that was started from the desktop has a shorter PATH than this terminal. */
function checkPath({ project, env }: OpenProject, hooks: readonly SettingsHook[]): readonly Check[] {
  const [bare] = isWindows ? [] : replayHooks(project.root, hooks.slice(0, 1), bareEnvironment(env))
  if (bare === undefined) return []
  if (bare.problem === undefined) return [ok('PATH', 'hooks run from a bare shell')]
  const { what, fix } = notOnBarePath(hooks, env)
  return [advice('PATH', what, { say: fix })]
}

function checkServer(open: OpenProject): readonly Check[] {
  const { root } = open.project
  const path = join(root, SERVERS)
  const other = foreignServer(root)
  if (other !== undefined) return [advice('MCP server', other)]
  const server = isThere(path) ? serverIn(readText(path).text, path) : undefined
  if (server === undefined) return [advice('MCP server', `not in ${SERVERS}`, installing(open))]
  if (!isRunnableServer(server) || cameWithClone(root))
    return [foreign({ event: 'MCP server', command: [server.command, ...server.args].join(' ') })]
  const { tools, problem } = tryServer(server, root, { ...bareEnvironment(open.env), PATH: open.env.PATH })
  if (problem !== undefined)
    return [broken('MCP server', problem, 'npm install, or `notes init --claude` again')]
  return [ok('MCP server', `${tools} tools`)]
}

/** Does the protocol page that the notes file names exist? Agents are told to follow it. */
function checkPages(open: OpenProject): readonly Check[] {
  const { root, file, exists } = open.project
  const [, page] = exists ? (POINTER.exec(readText(file).text) ?? []) : []
  if (page === undefined || isThere(join(root, page))) return []
  return [advice('protocol', `The notes file points to ${page}, which does not exist`, installing(open))]
}

const POINTER = new RegExp(`<!-- See: (${PROTOCOLS.replace('.', '\\.')}/[\\w-]+\\.md) -->`)

interface TriedServer {
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
function tryServer({ command, args }: McpServer, root: string, env: Environment): TriedServer {
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
