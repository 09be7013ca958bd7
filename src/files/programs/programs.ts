import { spawnSync } from 'node:child_process'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWindows } from '../lock/this-process.ts'
import { isFile } from '../read/look.ts'
import type { Environment } from '../user/user-folder.ts'

/**
 * Finds a program in the PATH entries that are absolute paths. A `.` in the PATH, or the default search on Windows,
 * could find a program inside the project.
 */
export const onPath = (name: string, env: Environment): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map(folder => join(folder, isWindows ? `${name}.exe` : name))
    .find(isFile)

/** The exit status and output of a program. The status is null if it was killed or never started. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly error?: Error | undefined
}

interface Run {
  readonly cwd: string
  readonly env: Environment
  /** In milliseconds. */
  readonly timeout: number
  readonly input?: string
  readonly shell?: boolean | string
  readonly maxBytes?: number
  /** Discards what the program writes to stderr, however much that is. */
  readonly isQuiet?: boolean
}

/** Runs a program and waits for it, without a shell unless one is asked for. */
export function runProgram(program: string, args: readonly string[], run: Run): Ended {
  const { cwd, env, timeout, input, shell = false, maxBytes = 4 * 1024 * 1024, isQuiet = false } = run
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...env },
    shell,
    timeout: Math.max(1, timeout),
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    maxBuffer: maxBytes,
    windowsHide: true,
    ...(input === undefined ? { stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'pipe'] } : { input }),
  })
  return { status, stdout: stdout ?? '', stderr: stderr ?? '', error }
}

/** Quotes a name for the shell where needed; a leading dash is quoted too, as it looks like an option. */
export function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`
}
