import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, NotesError } from '../../error.ts'
import { isWindows, wait } from '../lock/this-process.ts'
import { ownName } from '../own-names.ts'
import { encode } from '../read/encoding.ts'
import { HELD_PATIENCE, isHeld } from '../read/open-file.ts'

/** The attributes that a new version of a file takes over from the old one. */
interface Keep {
  readonly mode?: number | undefined
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

interface WriteOptions extends Keep {
  /** Called right before every attempt to rename; `false` leaves the file as it is. */
  readonly beforeRename?: () => boolean
}

/**
 * Replaces `path` in one step: any reader, even after a crash, gets the whole old or the whole new version. Returns
 * false when `beforeRename` does. Takes no lock; `updateFile` does.
 */
export async function writeAtomically(
  path: string,
  text: string | Uint8Array,
  { beforeRename = () => true, ...keep }: WriteOptions = {},
): Promise<boolean> {
  try {
    const temp = writeTemp(path, bytesOf(text, path), keep)
    let renamed = false
    try {
      renamed = await rename(temp, path, beforeRename)
    } finally {
      if (!renamed) removeQuietly(temp)
    }
    if (renamed) syncFolder(dirname(path))
    return renamed
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Creates `path` and its parent folders. Returns false, and does nothing, when the name is taken. */
export function createFile(path: string, text: string | Uint8Array, keep: Keep = {}): boolean {
  try {
    const firstCreated = mkdirSync(dirname(path), { recursive: true })
    const created = createExclusively(path, bytesOf(text, path), keep)
    if (created) syncFolder(dirname(path))
    if (firstCreated !== undefined) syncFolder(dirname(firstCreated))
    return created
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Creates a private folder with a .gitignore of its own, so that it stays out of git wherever it is copied. */
export function makeIgnoredFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignore = join(folder, '.gitignore')
  if (!existsSync(ignore)) createFile(ignore, '*\n')
}

/**
 * Saves the bytes of a file that is being replaced to a new file beside it, which only this user can read. Returns the
 * path of the new file.
 */
export function setAside(path: string, bytes: Uint8Array): string {
  for (let number = 1; ; number++) {
    const copy = `${path}.damaged${number === 1 ? '' : `-${number}`}`
    if (createFile(copy, bytes, { mode: 0o600 })) return copy
  }
}

/** Returns false without renaming when `beforeRename` returns false. */
export async function rename(temp: string, path: string, beforeRename: () => boolean): Promise<boolean> {
  for (const begun = performance.now(); ; await wait(20)) {
    if (!beforeRename()) return false
    try {
      renameSync(temp, path)
      return true
    } catch (error) {
      if (!isHeld(error) || performance.now() - begun > HELD_PATIENCE) throw error
    }
  }
}

function createExclusively(path: string, bytes: Uint8Array, keep: Keep): boolean {
  const temp = writeTemp(path, bytes, keep)
  try {
    linkSync(temp, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    return createWithoutLinks(path, bytes, keep)
  } finally {
    removeQuietly(temp)
  }
}

/** Creates a file where hard links do not work: on FAT and some network shares. Not atomic, but never overwrites. */
function createWithoutLinks(path: string, bytes: Uint8Array, { mode = 0o666 }: Keep): boolean {
  let fd: number
  try {
    fd = openSync(path, 'wx', mode)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeAll(fd, bytes)
    fsyncSync(fd)
    return true
  } catch (error) {
    removeQuietly(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

function bytesOf(text: string | Uint8Array, path: string): Uint8Array {
  return typeof text === 'string' ? encode(text, path) : text
}

/** Writes `bytes` to disk under a name of our own beside `path`, and returns that name. */
export function writeTemp(path: string, bytes: Uint8Array, keep: Keep): string {
  const temp = ownName(path, 'tmp')
  const fd = openSync(temp, 'wx', (keep.mode ?? 0o666) & 0o777)
  try {
    try {
      writeAll(fd, bytes)
      takeOver(fd, keep)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    return temp
  } catch (error) {
    removeQuietly(temp)
    throw error
  }
}

/** write(2) may write fewer bytes than given, for example on a nearly full disk. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at)
}

/** Makes a rename or a link in `folder` survive a power cut, where folders can be synced (not on Windows). */
export function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    // The new version is already in place; reporting "not written" now would be wrong.
  }
}

/** Removes a file that may be gone already. A failure must not hide a more important error. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // The sweep of a later write removes it.
  }
}

/**
 * Sets the owner and the mode. When root writes in a user's project, the file must stay that user's. The mode is set
 * again because the umask was applied to it at open.
 */
function takeOver(fd: number, { mode, owner }: Keep): void {
  try {
    if (owner !== undefined) fchownSync(fd, owner.uid, owner.gid)
  } catch {
    // Only root may give files away.
  }
  try {
    if (mode !== undefined) fchmodSync(fd, mode & 0o7777)
  } catch {
    // The file system has no modes.
  }
}

/** Windows returns the same error for a file that another program holds and for one that this user may not write. */
const DENIED = isWindows
  ? 'Another program has the file open: close it there, or check that this user can write to the folder'
  : 'Check that this user can write to the folder and that it is not read-only'

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk, then run the command again',
  EDQUOT: 'Your disk quota is used up: delete some files, then run the command again',
  EROFS: 'The file system is mounted read-only: remount it, or work on a copy elsewhere',
  EACCES: DENIED,
  EPERM: DENIED,
  EBUSY: 'Another program has the file open: close it there, then run the command again',
  ENOENT: 'The folder is gone: create it, then run the command again',
  ENOTDIR: 'Part of the path is a file, not a folder: name another path',
}

/** Wraps any write failure in a `NotesError`. */
export function notWritten(path: string, error: unknown): NotesError {
  if (error instanceof NotesError) return error
  const code = codeOf(error) ?? 'unknown error'
  const hint = HINTS[code] ?? `Check ${dirname(path)}, then run the command again`
  return new NotesError('not-written', `${path} was not written (${code}); nothing changed`, hint, {
    path,
    cause: error,
  })
}
