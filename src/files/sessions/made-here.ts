import { closeSync, constants, lstatSync, readSync } from 'node:fs'
import { openWhenFree } from '../read/open-file.ts'
import { realPath } from '../real-path.ts'
import {
  type Environment,
  nameFor,
  readOwnFile,
  SAFELY,
  userFile,
  userFolder,
  writeOwnFile,
} from '../user/user-folder.ts'

/**
 * Was this file created on this machine by this user? A clone can bring a pad along with the notes, so a pad that
 * is used without being named must be ours. Returns `unknown` where no register can be kept.
 */
export function madeHere(path: string, env = process.env): 'yes' | 'no' | 'unknown' {
  if (userFolder('state', env, true) === undefined) return isForeign(path) ? 'no' : 'unknown'
  try {
    const real = realPath(path)
    const mark = readOwnFile(markOf(env, real))
    return mark !== undefined && mark === contentOf(path, real) ? 'yes' : 'no'
  } catch {
    return 'no'
  }
}

/** Is the file owned by another user? Such a pad is loaded only with `--session`. */
export function isForeign(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && process.getuid !== undefined && stat.uid !== process.getuid()
}

/** Adds a file to the register. Where there is no register, nothing is written, and readers ask git about the file. */
export function rememberMade(path: string, env = process.env): void {
  try {
    const real = realPath(path)
    writeOwnFile(markOf(env, real), contentOf(path, real))
  } catch {
    // The file is gone.
  }
}

const markOf = (env: Environment, real: string): string | undefined =>
  userFile('state', env, `pad-${nameFor(real)}`, true)

/**
 * Returns the content of the mark: the path and a hash of the first line. A log only grows, and its first line contains
 * an unguessable id. An inode number would not do: it could be reused.
 */
function contentOf(path: string, real: string): string {
  const descriptor = openWhenFree(path, constants.O_RDONLY | SAFELY)
  try {
    const start = Buffer.alloc(MAX_LINE)
    const [line = ''] = start
      .toString('latin1', 0, readSync(descriptor, start, 0, MAX_LINE, 0))
      .split('\n', 1)
    return `${real}\n${nameFor(line)}\n`
  } finally {
    closeSync(descriptor)
  }
}

const MAX_LINE = 4096
