import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../error.ts'
import { isWindows } from '../lock/this-process.ts'
import type { Environment } from '../user/user-folder.ts'
import { runProgram } from './programs.ts'

/** A command to run as a client runs its hooks: through a shell, or directly when `args` is given. */
export interface TriedCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly input: string
  readonly timeoutMs: number
}

export interface Tried {
  readonly status: number | undefined
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
  readonly failed?: 'not found' | 'timeout'
}

/** Runs a command to completion, with only the given environment. */
export function tryCommand({ command, args, cwd, env, input, timeoutMs }: TriedCommand): Tried {
  const begun = performance.now()
  const shell = args === undefined && (isWindows || '/bin/sh')
  const run = { cwd, env, input, shell, timeout: timeoutMs }
  const { status, stdout, stderr, error } = runProgram(command, args ?? [], run)
  const failed =
    codeOf(error) === 'ENOENT' || status === 127
      ? 'not found'
      : codeOf(error) === 'ETIMEDOUT'
        ? 'timeout'
        : undefined
  return {
    status: status ?? undefined,
    stdout,
    stderr,
    ms: performance.now() - begun,
    ...(failed === undefined ? {} : { failed }),
  }
}

/** The PATH of programs started from a desktop or an editor rather than a terminal. */
export const BARE_PATH = '/usr/bin:/bin'

/** The environment of a program started from a desktop or an editor. Windows has one PATH for all programs. */
export function bareEnvironment(env: Environment): Record<string, string> {
  const kept = isWindows ? Object.entries(env) : []
  const bare = isWindows ? {} : { PATH: BARE_PATH, HOME: env.HOME ?? homedir() }
  return Object.fromEntries(
    [...kept, ...Object.entries(bare)].filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/**
 * Calls `use` with the environment of a client in the project `root`, isolated from real sessions: the cache and state
 * folders are in `scratch`, a new folder that is removed afterwards.
 */
export function apart<Result>(
  root: string,
  env: Environment,
  use: (env: Environment, scratch: string) => Result,
): Result {
  const scratch = mkdtempSync(join(tmpdir(), 'notesmd-'))
  const folders = { XDG_CACHE_HOME: `${scratch}/cache`, XDG_STATE_HOME: `${scratch}/state` }
  try {
    return use({ ...env, CLAUDE_PROJECT_DIR: root, ...folders }, scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
