import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Creates a temporary folder and returns its real path. */
export function tempFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'notes-workspace-')))
}

/** Bundles the worker, because Node 20 does not run TypeScript, and returns the path of the bundle. */
export function buildWorker(): string {
  const outfile = join(tempFolder(), 'worker.mjs')
  const entryPoints = [join(import.meta.dirname, 'worker.ts')]
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' })
  return outfile
}

export interface Worker {
  readonly child: ChildProcess
  /** The lines it has printed so far. */
  readonly lines: string[]
  /** Resolves with the exit code, or null when it was killed. */
  readonly ended: Promise<number | null>
  /** Resolves with its first line. */
  readonly firstLine: Promise<string>
}

const running = new Set<ChildProcess>()

/** Kills all workers. Call it after each test: a failed test would leave its workers running forever. */
export function killWorkers(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts the worker; `before` is a command that runs it with other rights, such as `setpriv`. */
export function startWorker(
  program: string,
  args: readonly string[],
  before: readonly string[] = [],
): Worker {
  const [command = '', ...rest] = [...before, process.execPath, program, ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  const lines: string[] = []
  let pending = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const firstLine = new Promise<string>(resolve => {
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      const parts = `${pending}${piece}`.split('\n')
      pending = parts.pop() ?? ''
      lines.push(...parts)
      if (lines[0] !== undefined) resolve(lines[0])
    })
    void ended.then(() => resolve(''))
  })
  return { child, lines, ended, firstLine }
}
