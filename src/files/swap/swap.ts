import { execFile } from 'node:child_process'
import { linkSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { codeOf, NotesError } from '../../error.ts'
import { isWindows } from '../lock/this-process.ts'
import { onPath } from '../programs/programs.ts'
import { realPath } from '../real-path.ts'
import { nameFor, readOwnFile, userFile, writeOwnFile } from '../user/user-folder.ts'
import { giveBack, keptName, sameContent, type Version, versionOf } from './keepsake.ts'
import { notWritten, removeQuietly, rename, syncFolder, writeTemp } from './write.ts'

export interface Swapped {
  /** The second name of the replaced version; the caller removes it. Undefined on Windows. */
  readonly kept: string | undefined
  readonly by: Version
}

/**
 * Replaces the file with `bytes` only if it is still the version in `source`. rename(2) over the file would destroy a
 * save that an editor renames into place after our last check, and Node has no RENAME_EXCHANGE. So the file is moved
 * aside and checked there, and the new version takes the free name with link(2), which fails if a save got there first.
 * The path does not exist during these three system calls (see `bringBack`).
 */
export async function swap(
  path: string,
  bytes: Buffer,
  source: Version,
  isOurs: () => boolean,
): Promise<Swapped | undefined> {
  try {
    const temp = writeTemp(path, bytes, source)
    let swapped: Swapped | undefined
    let hasNoAttributes = isKnownWithoutAttributes(path)
    try {
      const by = versionOf(statSync(temp, { bigint: true }))
      const mayReplace = () => {
        if (!isOurs()) throw lost(path)
        return isAt(path, source)
      }
      if (isWindows) return (await rename(temp, path, mayReplace)) ? { kept: undefined, by } : undefined
      const kept = mayReplace() ? replace(path, temp, source) : undefined
      swapped = kept === undefined ? undefined : { kept, by }
      // Done last, when no save can be lost in the time it takes; `temp` is the other name of the new version.
      if (kept !== undefined && !hasNoAttributes) hasNoAttributes = !(await copyAttributes(kept, temp))
    } finally {
      removeQuietly(temp)
      syncFolder(dirname(path))
    }
    if (swapped !== undefined && hasNoAttributes) rememberWithoutAttributes(path, swapped.by.stamp.ino)
    return swapped
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Gives the file `by` the name `path` if `path` is still `version`, and returns the name that `version` was moved to.
 * Returns undefined, and changes nothing, when `path` has a newer save.
 */
export function replace(path: string, by: string, version: Version): string | undefined {
  const kept = keptName(path, version.stamp, by)
  try {
    renameSync(path, kept)
  } catch (error) {
    // An editor has just moved the file away itself.
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    if (isAt(kept, version) && nameIfFree(by, path)) return kept
  } catch (error) {
    giveBack(kept, path)
    throw error
  }
  giveBack(kept, path)
  return undefined
}

/** Gives `from` the name `path`; returns false when a save has taken that name. */
function nameIfFree(from: string, path: string): boolean {
  try {
    linkSync(from, path)
    return true
  } catch (error) {
    const now = statSync(path, { throwIfNoEntry: false })
    // NFS may return EEXIST for a link that it made: the first reply got lost.
    if (now !== undefined) return now.ino === statSync(from).ino
    if (codeOf(error) === 'EEXIST') return false
    // No hard links here (FAT, some network shares).
    renameSync(from, path)
    return true
  }
}

/** Is the file at `path` this version? The version is still open, so its inode number cannot be reused. */
function isAt(path: string, { stamp, mode, owner }: Version): boolean {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (now === undefined || now.ino !== stamp.ino || !sameContent(stamp, now)) return false
  return Number(now.mode & 0o7777n) === mode && Number(now.uid) === owner.uid && Number(now.gid) === owner.gid
}

function lost(path: string): NotesError {
  return new NotesError(
    'locked',
    `The lock on ${path} was taken over: this process was suspended for more than a minute`,
    'Nothing was written; run the command again',
    { path },
  )
}

/**
 * Copies the extended attributes and the ACL of `from` to `to`; Node can neither read nor write them. Returns false
 * when there are none. Linux only; without `ls` and `cp` it copies nothing.
 */
async function copyAttributes(from: string, to: string): Promise<boolean> {
  const before = ctimeOf(to)
  const [listed] = await Promise.all([run('ls', ['-ld', '--', from]), copy('xattr', from, to)])
  // `drwxr-xr-x+`: the plus marks an ACL, which cp copies with the mode.
  if (listed.charAt(10) === '+') await copy('mode', from, to)
  return ctimeOf(to) !== before
}

const ctimeOf = (path: string): bigint => statSync(path, { bigint: true }).ctimeNs

const copy = (what: 'xattr' | 'mode', from: string, to: string): Promise<string> =>
  run('cp', ['--attributes-only', `--preserve=${what}`, '--', from, to])

/**
 * Is the file known to have no extended attributes? `ls` and `cp` take 5 ms, so the answer is cached together with
 * the ctime, which changes when an attribute is set.
 */
function isKnownWithoutAttributes(path: string): boolean {
  if (process.platform !== 'linux') return true
  const mark = readOwnFile(markOf(path, false))
  return mark !== undefined && mark === stampText(path)
}

/** Caches that a file has no extended attributes, once it has its final name. */
function rememberWithoutAttributes(path: string, inode: bigint): void {
  if (process.platform !== 'linux') return
  const now = stampText(path)
  if (now?.startsWith(`${inode} `)) writeOwnFile(markOf(path, true), now)
}

/** Runs a program and returns its output; empty when it is missing or fails. */
function run(name: string, args: readonly string[]): Promise<string> {
  const program = onPath(name, { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` })
  if (program === undefined) return Promise.resolve('')
  return new Promise(resolve => {
    execFile(program, args, { encoding: 'latin1' }, (_, stdout) => resolve(stdout))
  })
}

const markOf = (path: string, create: boolean): string | undefined =>
  userFile('state', process.env, `left-${nameFor(realPath(path))}`, create)

function stampText(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.ino} ${stat.ctimeNs}`
}
