import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { codeOf, NotesError } from '../../error.ts'
import { isWindows, pause } from '../lock/this-process.ts'
import { isFolder } from './look.ts'

/** O_NONBLOCK: opening a FIFO must not hang. Windows has neither the flag nor FIFOs by path. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Opens a regular file for reading. Any failure is a `NotesError` with a hint. */
export function openFile(path: string): { readonly fd: number; readonly stat: BigIntStats } {
  const fd = openOrExplain(path)
  try {
    const stat = fstatSync(fd, { bigint: true })
    refuseUnsuitable(path, stat)
    return { fd, stat }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Reads `size` bytes of an open file, or fewer if it has been truncated meanwhile. */
export function readWhole(fd: number, size: number, from = 0): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const count = readSync(fd, bytes, length, size - length, from + length)
    if (count === 0) break
    length += count
  }
  return length === size ? bytes : bytes.subarray(0, length)
}

function openOrExplain(path: string): number {
  try {
    return openWhenFree(path, READ)
  } catch (error) {
    throw explain(path, error)
  }
}

function refuseUnsuitable(path: string, stat: BigIntStats): void {
  if (stat.isDirectory()) throw directory(path)
  if (!stat.isFile())
    throw new NotesError('unreadable', `${path} is not a regular file`, 'Name a regular file', { path })
  if (stat.size > MAX_FILE_BYTES)
    throw new NotesError(
      'unreadable',
      `${path} is ${stat.size / 1048576n} MiB, more than the limit of 512 MiB`,
      'Check that this is the file you meant; split or archive it',
      { path },
    )
}

function explain(path: string, error: unknown): NotesError {
  const code = codeOf(error) ?? 'unknown error'
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new NotesError(
      'not-found',
      `${path} does not exist`,
      'Create it with `notes init`, or name another file with --file',
      { path, cause: error },
    )
  // Windows returns EPERM or EACCES, not EISDIR, when a folder is opened as a file.
  if (code === 'EISDIR' || isFolder(path)) return directory(path, error)
  const [what, todo] = PROBLEMS[code] ?? [
    `cannot be opened (${code})`,
    'Check whether another program can open it',
  ]
  return new NotesError('unreadable', `${path} ${what}`, todo, { path, cause: error })
}

const PERMIT = 'Give yourself read permission on the file and on the folders above it'

const PROBLEMS: Readonly<Record<string, readonly [what: string, todo: string]>> = {
  EACCES: ['is not readable by this user (EACCES)', PERMIT],
  EPERM: ['is not readable by this user (EPERM)', PERMIT],
  ELOOP: ['is a symbolic link that leads back to itself', 'Point the link at a file'],
  EBUSY: [
    'is held by another program (EBUSY)',
    'Another program has the file open: close it there, then run the command again',
  ],
}

function directory(path: string, cause?: unknown): NotesError {
  return new NotesError('unreadable', `${path} is a folder, expected a file`, 'Name the file inside it', {
    path,
    cause,
  })
}

/** In bytes. V8 cannot hold a longer string, so a larger file could never be edited. */
const MAX_FILE_BYTES: number = 512 * 1024 * 1024

/** The maximum wait for a held file: virus scanners, indexers and backups release it well within this time. */
export const HELD_PATIENCE = 2_000

/** Does another program hold the file? On Windows, opening it fails with EBUSY, replacing it with EPERM or EACCES. */
export function isHeld(error: unknown): boolean {
  return isWindows && ['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')
}

const PAUSE_MS = 20

/** Like openSync(), but waits for a program that has the file open exclusively. */
export function openWhenFree(path: string, flags: number, mode?: number): number {
  // Counts pauses, because `performance` takes a millisecond to load, and every session start opens a file.
  for (let waited = 0; ; waited += PAUSE_MS, pause(PAUSE_MS)) {
    try {
      return openSync(path, flags, mode)
    } catch (error) {
      // Here EPERM and EACCES mean missing permissions, or a folder.
      const isBusy = isWindows && codeOf(error) === 'EBUSY'
      if (!isBusy || waited >= HELD_PATIENCE) throw error
    }
  }
}
