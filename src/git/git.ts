import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { codeOf, NotesError } from '../error.ts'
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
  // git refuses to log anything if the configured date format is unknown to it.
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

/** Runs git and returns its output; undefined if it failed. */
export function tryGit(top: string, args: GitArguments, maxWait?: number): string | undefined {
  const { stdout, problem } = runGit(top, args, '', maxWait)
  return problem === undefined ? stdout.toString() : undefined
}

/** Runs git and returns its output. Throws if it failed. */
export function gitOutput(top: string, args: GitArguments, input?: string): Buffer {
  const { stdout, problem } = runGit(top, args, input)
  if (problem !== undefined) throw gitError(top, problem)
  return stdout
}

/** Turns git's message into an error. */
export function gitError(top: string, problem: string): NotesError {
  return problem.includes('dubious ownership')
    ? new NotesError(
        'unreadable',
        `git does not trust the repository in ${top}: it belongs to another user`,
        `If you trust it: \`git config --global --add safe.directory ${top}\``,
      )
    : new NotesError(
        'unreadable',
        `git failed: ${problem || 'it does not say why'}`,
        'Run this inside a git repository, with git installed',
      )
}

/** Returns the work tree that holds a file, and the file's name there; undefined outside of a repository. */
export function inWorkTree(path: string): { readonly top: string; readonly name: string } | undefined {
  const top = walkUp(dirname(path), '.git')
  return top === undefined ? undefined : { top, name: pathBelow(top, path) }
}

/** With more names than this, git is faster at listing and comparing whole trees than at matching names. */
const MAX_NAMES = 400
/** Windows limits all arguments to 32 KB. */
const MAX_NAMES_LENGTH = 20_000

/** The last arguments of a command, which limit it to these names. If there are too many names, they set no limit. */
export const limitedTo = (names: readonly string[], most = MAX_NAMES): readonly string[] =>
  names.length > most || names.join(' ').length > MAX_NAMES_LENGTH ? ['--'] : ['--', ...names]

/**
 * Lists the files below a folder that git tracks, and new ones that it does not ignore; undefined without a
 * repository or git.
 */
export function listFiles(folder: string): readonly string[] | undefined {
  const top = walkUp(folder, '.git')
  if (top === undefined) return undefined
  const prefix = folder === top ? '' : `${pathBelow(top, folder)}/`
  const listing = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const
  const output = tryGit(top, ['ls-files', ...listing, '--', ...(prefix === '' ? [] : [prefix])])
  return output
    ?.split('\0')
    .filter(name => name !== '')
    .map(name => name.slice(prefix.length))
}

/** Does git track this file? Then it may have come with the repository. */
export function isTracked(path: string): boolean {
  const file = inWorkTree(path)
  return file !== undefined && Boolean(tryGit(file.top, ['ls-files', '-z', '--cached', '--', file.name]))
}
