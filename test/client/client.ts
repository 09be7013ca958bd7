import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFailed, onTestFinished } from 'vitest'
import { folderWith } from '../config/folder.ts'
import { type Answer, type Model, type Request, startModel } from './model.ts'

interface Installed {
  readonly claude: string
  /** A folder with the packed package, set up by `notes init --claude`. */
  readonly project: string
}

/** The client and the project that run.mjs prepares. */
export const installed: Installed = JSON.parse(process.env.NOTES_TEST_CLIENT ?? '{}')

/** The result of running one hook. */
interface HookRun {
  readonly name: string
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

export interface Session {
  /** Returns the current id; /clear changes it. */
  readonly id: () => string
  /** Sends a prompt, has the model give these answers, and returns the requests made until the end of the turn. */
  readonly prompt: (text: string, ...answers: readonly Answer[]) => Promise<readonly Request[]>
  /** Ends the session as a user does, and checks that the hooks of notesmd did not disturb it. */
  readonly end: () => Promise<void>
}

/** A user's machine: a home, a project, and a client that can be started in it again and again. */
export interface Machine {
  readonly cwd: string
  readonly model: Model
  readonly start: (args?: readonly string[], env?: Readonly<Record<string, string>>) => Session
}

/** A key that the client accepts without asking, and that no server knows. */
const KEY = 'sk-ant-dummy-0000000000000000'

export async function machine(cwd: string): Promise<Machine> {
  const home = folderWith()
  mkdirSync(join(home, 'tmp'))
  const trusted = {
    hasTrustDialogAccepted: true,
    hasCompletedProjectOnboarding: true,
    enabledMcpjsonServers: ['notes'],
  }
  writeFileSync(
    join(home, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [realpathSync(cwd)]: trusted },
    }),
  )
  const model = await startModel()
  onTestFinished(model.close)
  onTestFailed(({ task }) => keepRequests(task.name, model))
  const env = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: model.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
  return { cwd, model, start: (args = [], more = {}) => start(cwd, model, args, { ...env, ...more }) }
}

/** Saves what the model was told to a file, to help explain a failure. */
function keepRequests(title: string, { requests }: Model): void {
  const folder = fileURLToPath(new URL('../../.cache/client/failed', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${title.replaceAll(/\W+/g, '-').slice(0, 80)}.txt`)
  const bar = '='.repeat(20)
  writeFileSync(path, requests.map(({ from, told }) => `${bar} ${from}\n${told}\n`).join('\n'))
  console.log(`What the model was told is in ${path}`)
}

interface StreamMessage {
  readonly type?: string
  readonly subtype?: string
  readonly session_id?: string
  readonly is_error?: boolean
  readonly result?: string
  readonly hook_name?: string
  readonly exit_code?: number
  readonly stdout?: string
  readonly stderr?: string
}

const TOOLS = 'Bash,Read,Write,Edit,Agent,mcp__notes'

function start(
  cwd: string,
  model: Model,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Session {
  const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const client = spawn(
    installed.claude,
    ['-p', ...stream, '--include-hook-events', '--allowedTools', TOOLS, ...args],
    { cwd, env },
  )
  const hooks: HookRun[] = []
  let id = ''
  let stderr = ''
  let turnEnded = (_: StreamMessage) => {}
  const exited = new Promise<number | null>(done => client.on('close', done))
  onTestFinished(async () => {
    client.kill('SIGKILL')
    await exited
  })
  client.stderr.on('data', chunk => {
    stderr += chunk
  })
  createInterface({ input: client.stdout }).on('line', line => {
    const message: StreamMessage = JSON.parse(line)
    id = message.session_id ?? id
    if (message.type === 'result') turnEnded(message)
    if (message.subtype === 'hook_response')
      hooks.push({
        name: message.hook_name ?? '',
        exit: message.exit_code ?? 0,
        stdout: message.stdout ?? '',
        stderr: message.stderr ?? '',
      })
  })
  return {
    id: () => id,
    prompt: async (text, ...answers) => {
      const before = model.requests.length
      model.session.push(...answers)
      const turn = new Promise<StreamMessage>(done => {
        turnEnded = done
      })
      const message = { type: 'user', message: { role: 'user', content: text } }
      client.stdin.write(`${JSON.stringify(message)}\n`)
      const result = await Promise.race([turn, exited])
      if (typeof result !== 'object' || result === null || result.is_error === true)
        throw new Error(`"${text}" failed: ${JSON.stringify(result)}\n${stderr}`)
      return model.requests.slice(before)
    },
    end: async () => {
      client.stdin.end()
      expect(await exited).toBe(0)
      expect(stderr).toBe('')
      for (const hook of hooks) expect(hook).toMatchObject({ exit: 0, stderr: '' })
    },
  }
}
