import { spawnSync } from 'node:child_process'
import { walkUp } from '../files/read/look.ts'
import { gitEnvironment, gitError, gitProgram, inWorkTree, runGit, tryGit } from './git.ts'

export interface MergedPaths {
  readonly base: string
  /** Receives the result. */
  readonly ours: string
  readonly theirs: string
}

/** Merges three files as git itself does, and returns the number of conflicts that it marked. Needs no repository. */
export function mergeFile(cwd: string, { base, ours, theirs }: MergedPaths, markerSize: number): number {
  const program = gitProgram(cwd)
  if (program === undefined) throw gitError(cwd, 'not installed')
  const { GIT_WORK_TREE: _, ...env } = gitEnvironment(cwd)
  const labels = ['ours', 'base', 'theirs'].flatMap(name => ['-L', name])
  const { status, stderr, error } = spawnSync(
    program,
    ['merge-file', `--marker-size=${markerSize}`, ...labels, '--', ours, base, theirs],
    { cwd, env, windowsHide: true },
  )
  // Larger codes are not counts: 255 is an error.
  if (status !== null && status < 128) return status
  throw gitError(cwd, (stderr ?? '').toString().trim().split('\n')[0] || (error?.message ?? ''))
}

/** Returns the base text of a file in an unfinished merge; undefined when git knows of no conflict in the file. */
export function baseOfConflict(path: string): string | undefined {
  const file = inWorkTree(path)
  return file && tryGit(file.top, ['cat-file', 'blob', `:1:${file.name}`])
}

/** Will the result be the base of another merge? If so, git makes the conflict markers longer than configured. */
export function isForBase(cwd: string, path: string, markerSize: number): boolean {
  const top = walkUp(cwd, '.git')
  if (top === undefined || markerSize <= USUAL_SIZE) return false
  const { stdout } = runGit(top, ['check-attr', '-z', 'conflict-marker-size', '--', path])
  return markerSize > (Number(stdout.toString().split('\0')[2]) || USUAL_SIZE)
}

const USUAL_SIZE = 7
