import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { codeOf } from '../error.ts'
import { isWindows } from '../files/lock/this-process.ts'
import { onPath } from '../files/programs/programs.ts'
import { walkUp } from '../files/read/look.ts'
import { isBelow, pathBelow } from '../files/real-path.ts'

/**
 * The git commands that `runGit` and `askGit` accept. A repository is untrusted: one from an archive brings its own
 * `.git/config`, which can name programs for git to run. None of these commands compares the work tree with the index,
 * and those that print patches (`history.ts`) do so without textconv and external diffs: filters, aliases and pagers
 * never run.
 */
type Command =
  | 'rev-parse'
  | 'ls-files'
  | 'cat-file'
  | 'rev-list'
  | 'log'
  | 'diff-tree'
  | 'check-attr'
  | 'blame'
  | 'config'
export type GitArguments = readonly [Command, ...string[]]

/** Finds git on the PATH, skipping folders inside the project: npm puts its `node_modules/.bin` first. */
export const gitProgram = (top: string): string | undefined =>
  onPath('git', {
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .filter(folder => !isBelow(top, folder))
      .join(delimiter),
  })

export const gitArguments = (args: GitArguments): string[] => [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
  '-c',
  `core.hooksPath=${isWindows ? 'nul' : '/dev/null'}`,
  '-c',
  'core.quotePath=false',
  '-c',
  'log.showSignature=false',
  // git refuses to log at all if the configured date format is one that it does not know.
  '-c',
  'log.date=default',
  ...args,
]

/**
 * Is the environment variable passed on to git? Some `GIT_` variables are needed: `git commit -a` runs hooks on a
 * separate index, and a CI sets `safe.directory`.
 */
const isKept = (name: string): boolean =>
  !name.startsWith('GIT_') ||
  name === 'GIT_INDEX_FILE' ||
  name === 'GIT_EXEC_PATH' ||
  name.startsWith('GIT_CONFIG_')

/**
 * The environment for git in a work tree. `GIT_WORK_TREE` overrides a `core.worktree` that points elsewhere. No
 * transport is allowed: a partial clone would fetch missing objects through `ext::` or a program its remote names.
 */
export const gitEnvironment = (top: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isKept(name.toUpperCase()) ? [[name, value]] : [],
    ),
  ),
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_WORK_TREE: top,
})

/** In milliseconds: a listing of a million files takes seconds. */
const MAX_WAIT = 60_000
/** A listing of a million files fits. */
const MAX_BYTES = 256 * 1024 * 1024

interface Ran {
  readonly stdout: Buffer
  /** Why git failed: empty if it gave no reason, undefined if it succeeded. */
  readonly problem: string | undefined
  readonly timedOut?: boolean
}

/** Runs git and waits: it takes 5 ms, and an asynchronous start would load node:net and streams first. */
export function runGit(top: string, args: GitArguments, input = '', maxWait = MAX_WAIT): Ran {
  const program = gitProgram(top)
  if (program === undefined) return { stdout: Buffer.alloc(0), problem: 'not installed' }
  const { status, stdout, stderr, error } = spawnSync(program, gitArguments(args), {
    cwd: top,
    env: gitEnvironment(top),
    input,
    maxBuffer: MAX_BYTES,
    timeout: Math.ceil(maxWait),
    windowsHide: true,
  })
  if (status === 0) return { stdout, problem: undefined }
  // Prefer git's message: if git ends early, Node reports only that the input could not be written.
  const [said] = (stderr ?? '').toString().trim().split('\n')
  return { stdout, problem: said || (error?.message ?? ''), timedOut: codeOf(error) === 'ETIMEDOUT' }
}

/** Splits NUL-separated names. */
const namesIn = (output: Buffer): readonly string[] =>
  output
    .toString()
    .split('\0')
    .filter(name => name !== '')

/**
 * Lists the files below a folder that git tracks, and new ones that it does not ignore; undefined without a
 * repository or git.
 */
export function listFiles(folder: string): readonly string[] | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const prefix = folder === top ? '' : `${pathBelow(top, folder)}/`
  const listing = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const
  const { stdout, problem } = runGit(top, ['ls-files', ...listing, '--', ...(prefix === '' ? [] : [prefix])])
  return problem === undefined ? namesIn(stdout).map(name => name.slice(prefix.length)) : undefined
}

/** Does git track this file? Then it may have come with the repository. */
export function isTracked(path: string): boolean {
  const top = walkUp(dirname(path), '.git')
  if (top === undefined) return false
  const name = pathBelow(top, path)
  const { stdout, problem } = runGit(top, ['ls-files', '-z', '--cached', '--', name])
  return problem === undefined && stdout.length > 0
}
