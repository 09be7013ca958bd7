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
import { uptime } from 'node:os'
import { codeOf, NotesError } from '../../error.ts'
import { isNonce, nonce, ownName } from '../own-names.ts'
import { shellWord } from '../programs/programs.ts'
import { type Fields, parseFields } from '../read/json.ts'
import { isHeld } from '../read/open-file.ts'
import { removeQuietly, writeAll } from '../swap/write.ts'
import { SAFELY } from '../user/user-folder.ts'
import { hostIdentity, isRunning, pid, startOf } from './this-process.ts'

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
    const fields = parseFields(readFileSync(fd, 'utf8'))
    const holder = fields !== undefined && isHolder(fields) ? fields : undefined
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

/** The holder of a lock: the content of the lock file. */
export interface Holder {
  readonly pid: number
  /** The start time of the process, which distinguishes it from a later one with the same pid; null where unknown. */
  readonly started: string | null
  readonly host: string
  readonly since: string
  readonly nonce: string
}

let started: string | null | undefined

export function thisHolder(nonce: string): Holder {
  // Caches the start time: reading it is a quarter of the cost of a lock.
  if (started === undefined) started = startOf(pid) ?? null
  return { pid, started, host: hostIdentity(), since: new Date().toISOString(), nonce }
}

export function isOfThisHost(holder: Holder): boolean {
  return holder.host === hostIdentity()
}

/** Has a holder on this host ended? When in doubt, it counts as alive. */
export function hasEnded(holder: Holder): boolean {
  if (!isRunning(holder.pid)) return true
  if (holder.started === null) return isFromEarlierBoot(holder)
  const started = startOf(holder.pid)
  return started !== undefined && started !== holder.started
}

/**
 * Did the holder take the lock before the last boot? Checked where start times are unknown: a reboot is the most common
 * way for a pid to be reused.
 */
function isFromEarlierBoot({ since }: Holder): boolean {
  const slack = 60_000
  return Date.parse(since) < Date.now() - uptime() * 1000 - slack
}

function isHolder(value: Fields): value is Fields & Holder {
  const { pid, started, host, since, nonce } = value
  return (
    typeof pid === 'number' &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    (started === null || typeof started === 'string') &&
    typeof host === 'string' &&
    typeof since === 'string' &&
    typeof nonce === 'string' &&
    isNonce(nonce)
  )
}
