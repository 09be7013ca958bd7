import { type Claim, type Found, look, makeClaim, place, removeLock } from './lock-file.ts'
import { hasEnded, isOfThisHost } from './lock-holder.ts'
import { removeQuietly } from './temp-file.ts'

/** Without link(2) a lock is empty for the moment between its creation and its content. */
const TORN_AFTER = 2_000

/** Nobody can ask another host whether a process of it still runs; no update takes this long. */
const FOREIGN_AFTER = 60_000

/**
 * Was the lock left behind? A holder on this host is asked for; otherwise its age decides, by the clock of the file
 * system, or how long it was watched (`watched` ms): a lock from before the clock was set back never gets old.
 */
export function isLeftBehind({ holder, placed }: Found, now: number, watched = 0): boolean {
  if (placed === undefined) return false
  if (holder !== undefined && isOfThisHost(holder)) return hasEnded(holder)
  return Math.max(now - placed, watched) > (holder === undefined ? TORN_AFTER : FOREIGN_AFTER)
}

/**
 * Removes a lock that was left behind, and never another one: whoever wants to remove it must first hold
 * `<lock>.<its nonce>`, so while we hold that, and the nonce is still there, nobody else can put a new lock in its
 * place. That marker is a lock like any other, and is removed the same way if its holder is killed too.
 * True when the lock is gone; false when somebody else is at it.
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
  const other = look(marker)
  if (other !== undefined && isLeftBehind(other, claim.now())) removeLeftBehind(marker, other)
  return false
}
