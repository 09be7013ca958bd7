import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hostInNames, lockOf, type OwnName, readOwnName } from '../own-names.ts'
import { namesIn } from '../read/look.ts'
import { settleKept } from '../swap/keepsake.ts'
import { removeQuietly } from '../swap/write.ts'
import {
  type Claim,
  type Found,
  hasEnded,
  isOfThisHost,
  makeClaim,
  place,
  readLock,
  removeLock,
} from './lock-file.ts'
import { isRunning } from './this-process.ts'

/** The age at which a lock without a holder counts as left behind. Without link(2), a new lock is briefly empty. */
const TORN_AFTER = 2_000

/** The same for a lock taken on another host, whose process cannot be checked. No update takes this long. */
const FOREIGN_AFTER = 60_000

/**
 * Was the lock left behind? If the holder is on this host, its process is checked. Otherwise the age of the lock
 * decides: its age by the clock of the file system or the time it has been watched (`watched` ms), whichever is longer.
 * By the clock alone, a lock from before the clock was set back would never grow old.
 */
export function isLeftBehind({ holder, placed }: Found, now: number, watched = 0): boolean {
  if (placed === undefined) return false
  if (holder !== undefined && isOfThisHost(holder)) return hasEnded(holder)
  return Math.max(now - placed, watched) > (holder === undefined ? TORN_AFTER : FOREIGN_AFTER)
}

/** Is the lock of a file held? `ended` means that its holder ran on this machine and no longer does. */
export function lockState(file: string): 'none' | 'held' | 'ended' {
  const found = readLock(lockOf(file))
  if (found === undefined) return 'none'
  const { holder } = found
  return holder !== undefined && isOfThisHost(holder) && hasEnded(holder) ? 'ended' : 'held'
}

/**
 * Removes a lock that was left behind, and no other. A process that removes it must first hold its marker,
 * `<lock>.<nonce of the lock>`. While this process holds the marker and the lock still has that nonce, no other process
 * can put a new lock in its place. The marker is itself a lock, and is removed the same way if its holder is killed.
 * Returns true when the lock is gone, false when another process is removing it.
 */
export function removeLeftBehind(lock: string, found: Found): boolean {
  const marker = `${lock}.${found.nonce}`
  const claim = makeClaim(marker)
  try {
    return place(claim, marker) ? removeMarked(lock, found, marker, claim) : freeMarker(marker, claim)
  } finally {
    removeQuietly(claim.path)
  }
}

function removeMarked(lock: string, found: Found, marker: string, claim: Claim): boolean {
  try {
    removeLock(lock, found.nonce)
    return true
  } finally {
    removeLock(marker, claim.holder.nonce)
  }
}

function freeMarker(marker: string, claim: Claim): boolean {
  const other = readLock(marker)
  if (other !== undefined && isLeftBehind(other, claim.now())) removeLeftBehind(marker, other)
  return false
}

const HOUR = 3_600_000

/**
 * Removes what killed processes left beside `file`. The caller must hold the lock of `file`: then the only valid lock
 * is ours, and every marker belongs to an old lock.
 */
export function sweep(file: string): void {
  const folder = dirname(file)
  const lock = lockOf(file)
  // The lock was just created: its ctime is now, by the clock of the file system.
  const now = changedAt(lock)
  if (now === undefined) return
  for (const name of namesIn(folder)) {
    const own = readOwnName(file, name)
    if (own === undefined || name === basename(lock)) continue
    const path = join(folder, name)
    if (!isLitter(own, path, now)) continue
    if (own.kind === 'kept') settleKept(file, path, own.about)
    else removeQuietly(path)
  }
}

function isLitter(own: OwnName, path: string, now: number): boolean {
  if (own.kind === 'marker') return true
  if (own.host === hostInNames() && !isRunning(own.pid)) return true
  const changed = changedAt(path)
  return changed !== undefined && now - changed > HOUR
}

function changedAt(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs
  } catch {
    return undefined
  }
}
