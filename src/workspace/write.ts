import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { encode } from './encode.ts'
import { codeOf } from './error-code.ts'
import { type Keep, removeQuietly, syncFolder, writeAll, writeTemp } from './temp-file.ts'
import { isWindows } from './this-process.ts'
import { wait } from './wait.ts'
import { notWritten } from './write-error.ts'

export interface WriteOptions extends Keep {
  /** Called right before every attempt to rename; `false` leaves the file as it is. */
  readonly beforeRename?: () => boolean
}

/** On Windows a scanner or an indexer may hold the file for a moment: 10 tries, 1.1 s in all. */
const RENAME_TRIES = 10

/**
 * Replaces `path` in one step: whoever reads it, or finds it after a crash, gets the old or the new version whole.
 * Returns false when `beforeRename` said no. No lock is taken; `updateFile` does that.
 */
export async function writeAtomically(
  path: string,
  text: string | Uint8Array,
  { beforeRename = () => true, ...keep }: WriteOptions = {},
): Promise<boolean> {
  try {
    const temp = writeTemp(path, bytesOf(text, path), keep)
    try {
      if (!(await rename(temp, path, beforeRename))) {
        removeQuietly(temp)
        return false
      }
    } catch (error) {
      removeQuietly(temp)
      throw error
    }
  } catch (error) {
    throw notWritten(path, error)
  }
  syncFolder(dirname(path))
  return true
}

/** Creates `path` and the folders above it; false, and nothing done, when something of that name exists. */
export function createFile(path: string, text: string, keep: Keep = {}): boolean {
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

/** False, and nothing done, when `beforeRename` says no. */
export async function rename(temp: string, path: string, beforeRename: () => boolean): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (!beforeRename()) return false
    try {
      renameSync(temp, path)
      return true
    } catch (error) {
      if (!isWindows || tries === RENAME_TRIES || !isBusy(error)) throw error
    }
    await wait(20 * tries)
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

/** FAT, some network shares: no hard links. Not atomic, but still never over another file. */
function createWithoutLinks(path: string, bytes: Uint8Array, { mode = 0o666 }: Keep): boolean {
  const fd = openExclusively(path, mode)
  if (fd === undefined) return false
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

function openExclusively(path: string, mode: number): number | undefined {
  try {
    return openSync(path, 'wx', mode)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

function bytesOf(text: string | Uint8Array, path: string): Uint8Array {
  return typeof text === 'string' ? encode(text, path) : text
}

function isBusy(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '')
}
