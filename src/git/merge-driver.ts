import { spawnSync } from 'node:child_process'
import { walkUp } from '../files/read/look.ts'
import { gitEnvironment, gitError, gitOutput, gitProgram, inWorkTree, runGit, tryGit } from './git.ts'

/** The name of our merge driver in git. */
const DRIVER = 'notes'

/**
 * The driver's command in `.git/config`. git runs it in a shell, and takes the result from %A. If `notes` cannot run,
 * because it was removed or Node is too old, git's own merge replaces it. If a signal ended `notes`, the command exits
 * with the same code instead: `notes` may already have written git's own result to %A.
 */
export const driverCommand = (program: string): string =>
  `${program} merge-driver %O %A %B %L %P && exit; s=$?; test $s -gt 128 && exit $s; ` +
  "grep -q '^<<<<<<<* ours' %A && exit 1; git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1"

/** The program that our command starts. Undefined for other commands. */
export function programOf(command: string): string | undefined {
  const program = command.slice(0, Math.max(0, command.indexOf(' merge-driver ')))
  return command === driverCommand(program) ? program : undefined
}

/**
 * Returns the driver's command for this clone. The clone's and the user's git settings can set it; a committed file
 * cannot.
 */
export function readDriver(top: string): string | undefined {
  return tryGit(top, ['config', '--get', `merge.${DRIVER}.driver`])?.replace(/\n$/, '')
}

export function writeDriver(top: string, command: string): void {
  gitOutput(top, ['config', '--local', `merge.${DRIVER}.name`, 'notes files, by record'])
  gitOutput(top, ['config', '--local', `merge.${DRIVER}.driver`, command])
}

/** Removes the driver from `.git/config`. Returns whether it was there. */
export function removeDriver(top: string): boolean {
  return tryGit(top, ['config', '--local', '--remove-section', `merge.${DRIVER}`]) !== undefined
}

/** Returns the files that git hands to the driver. `names` are relative to `top`. */
export function filesWithDriver(top: string, names: readonly string[]): ReadonlySet<string> {
  const words = gitOutput(top, ['check-attr', '-z', 'merge', '--', ...names])
    .toString()
    .split('\0')
  return new Set(names.filter((_, index) => words[index * 3 + 2] === DRIVER))
}

/** The line of `.gitattributes` for this file, but not for others of the same name. */
export function attributeLine(name: string): string {
  const pattern = `/${name.replaceAll(/[\\*?[]/g, String.raw`\$&`)}`
  return `${/[\s"]/.test(pattern) ? `"${pattern.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : pattern} merge=${DRIVER}`
}

/** Adds the lines that are missing, and leaves all others as they are. */
export function withAttributes(text: string, lines: readonly string[]): string {
  const known = new Set(text.split(/\r?\n/).map(line => line.trim()))
  const missing = lines.filter(line => !known.has(line))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const end = text === '' || text.endsWith('\n') ? '' : eol
  return missing.length === 0 ? text : `${text}${end}${missing.map(line => `${line}${eol}`).join('')}`
}

/** Removes these lines, and no others. */
export function withoutAttributes(text: string, lines: readonly string[]): string {
  return (text.match(/[^\n]*\n|[^\n]+/g) ?? []).filter(line => !lines.includes(line.trim())).join('')
}

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
