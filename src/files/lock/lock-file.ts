import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  unlinkSync,
} from 'node:fs'
import { codeOf, NotesError } from '../../error.ts'
import { nonce, ownName } from '../own-names.ts'
import { shellWord } from '../programs/programs.ts'
import { isHeld } from '../read/open-file.ts'
import { removeQuietly, writeAll } from '../swap/temp-file.ts'
import { SAFELY } from '../user/user-folder.ts'
import { type Holder, readHolder, thisHolder } from './lock-holder.ts'

/** A lock file in waiting: complete before it gets the name that other processes watch. */
export interface Claim {
  readonly path: string
  readonly holder: Holder
  /** Milliseconds by the clock of the file system, which may be another machine's. */
  readonly now: () => number
}

export interface Found {
  /** The holder's nonce, or one derived from the file when it cannot be read. */
  readonly nonce: string
  readonly holder: Holder | undefined
  /** When the file became the lock. Undefined when it is not one of our lock files, which are the only ones removed. */
  readonly placed: number | undefined
}

/** Writes a claim beside `lock`. The caller removes it, whether or not it was placed. */
export function makeClaim(lock: string): Claim {
  const path = ownName(lock, 'claim')
  const holder = thisHolder(nonce())
  const made = writeHolder(path, holder)
  const at = performance.now()
  return { path, holder, now: () => made + performance.now() - at }
}

/**
 * Tries once to turn the claim into the lock. link(2) fails when a lock exists, and never exposes a half-written
 * one.
 */
export function place(claim: Claim, lock: string): boolean {
  try {
    linkSync(claim.path, lock)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // The claim was swept after an hour of waiting: write it again.
    if (codeOf(error) === 'ENOENT') writeHolder(claim.path, claim.holder)
    return placeWithoutLink(claim, lock)
  }
}

/**
 * Identifies a lock without reading it; undefined when there is none. Much cheaper than a failing link(2). Throws for a
 * folder, link or pipe: it cannot be one of our locks, so it would never go away.
 */
export function lockStamp(lock: string): string | undefined {
  const stat = lstatSync(lock, { bigint: true, throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) throw inTheWay(lock, stat)
  return stat && `${stat.ino} ${stat.ctimeNs}`
}

/** Reads the lock at `lock`; undefined when there is none. */
export function readLock(lock: string): Found | undefined {
  try {
    return read(lock)
  } catch (error) {
    // A folder, a link, another user's file, or on Windows a file that is being removed.
    return codeOf(error) === 'ENOENT' ? undefined : { nonce: '', holder: undefined, placed: undefined }
  }
}

/** Removes the lock if it still has this nonce. A sweep may already have removed a marker, which is fine. */
export function removeLock(lock: string, nonce: string): void {
  if (readLock(lock)?.nonce !== nonce) return
  try {
    unlinkSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/**
 * Places a lock where link(2) does not work: on FAT and some network shares. O_EXCL is just as exclusive, but others
 * may see the file before its content is written.
 */
function placeWithoutLink(claim: Claim, lock: string): boolean {
  try {
    writeHolder(lock, claim.holder)
  } catch (error) {
    // On Windows, a lock that is being removed counts as held.
    if (codeOf(error) === 'EEXIST' || isHeld(error)) return false
    throw error
  }
  // If this process was suspended for seconds in between, another process may have removed the lock as torn.
  return readLock(lock)?.nonce === claim.holder.nonce
}

/** Creates `path` with the holder in it, and returns its mtime by the clock of the file system. */
function writeHolder(path: string, holder: Holder): number {
  const fd = openSync(path, 'wx')
  try {
    writeAll(fd, Buffer.from(`${JSON.stringify(holder)}\n`))
    return fstatSync(fd).mtimeMs
  } catch (error) {
    removeQuietly(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

function read(lock: string): Found {
  const fd = openSync(lock, constants.O_RDONLY | SAFELY)
  try {
    const stat = fstatSync(fd, { bigint: true })
    if (!stat.isFile() || stat.size > 4096n) return { nonce: '', holder: undefined, placed: undefined }
    const holder = readHolder(readFileSync(fd, 'utf8'))
    const torn = ['torn', stat.ino.toString(36), stat.mtimeNs.toString(36), stat.size.toString(36)].join('_')
    // link(2) changes ctime. mtime dates from the creation of the claim, which may be long before it became the lock.
    const placed = Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs))
    return { nonce: holder?.nonce ?? torn, holder, placed }
  } finally {
    closeSync(fd)
  }
}

function inTheWay(lock: string, stat: BigIntStats): NotesError {
  const [kind, remove] = stat.isDirectory()
    ? ['a folder', 'rm -r']
    : [stat.isSymbolicLink() ? 'a symbolic link' : 'not a regular file', 'rm']
  return new NotesError(
    'locked',
    `${lock} is ${kind}, in the place of a lock file; nothing changed`,
    `This program did not create it. Remove it: ${remove} ${shellWord(lock)}`,
    { path: lock },
  )
}
