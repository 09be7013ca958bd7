import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { ownName } from '../own-names.ts'

/** The attributes that a new version of a file takes over from the old one. */
export interface Keep {
  readonly mode?: number | undefined
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
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
