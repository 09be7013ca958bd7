import { uptime } from 'node:os'
import { isNonce } from '../own-names.ts'
import { type Fields, parseFields } from '../read/json.ts'
import { startOf } from './process-start.ts'
import { hostIdentity, isRunning, pid } from './this-process.ts'

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

/** Reads a lock file; undefined when it is torn or not ours. */
export function readHolder(text: string): Holder | undefined {
  const value = parseFields(text)
  return value !== undefined && isHolder(value) ? value : undefined
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
