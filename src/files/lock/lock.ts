import { NotesError } from '../../error.ts'
import { lockOf } from '../own-names.ts'
import { notWritten, removeQuietly } from '../swap/write.ts'
import { isLeftBehind, removeLeftBehind, sweep } from './left-behind.ts'
import { type Claim, type Found, lockStamp, makeClaim, place, readLock, removeLock } from './lock-file.ts'
import { wait } from './this-process.ts'

export interface LockOptions {
  /** Maximum wait for one holder. Starts over whenever the holder changes. */
  readonly timeoutMs?: number | undefined
  readonly sleep?: ((ms: number) => Promise<unknown>) | undefined
}

const TIMEOUT = 10_000

/**
 * Read and judge a lock only after it has been unchanged this long: 32 processes that read it every 8 ms leave its
 * holder no time to write.
 */
const SUSPICIOUS = 40

/**
 * Runs `run` while this process holds the lock of `file`. `run` gets a function that checks whether the lock is still
 * ours. Call it before any irreversible step: a process that slept for a minute may have lost the lock.
 */
export async function withLock<T>(
  file: string,
  run: (isOurs: () => boolean) => T | Promise<T>,
  { timeoutMs = TIMEOUT, sleep = wait }: LockOptions = {},
): Promise<T> {
  const lock = lockOf(file)
  const nonce = await acquire(file, lock, timeoutMs, sleep)
  try {
    sweep(file)
    return await run(() => readLock(lock)?.nonce === nonce)
  } finally {
    await release(lock, nonce, sleep)
  }
}

type Sleep = (ms: number) => Promise<unknown>

async function acquire(file: string, lock: string, timeoutMs: number, sleep: Sleep): Promise<string> {
  let claim: Claim | undefined
  try {
    claim = makeClaim(lock)
    await compete(file, lock, claim, timeoutMs, sleep)
    return claim.holder.nonce
  } catch (error) {
    throw notWritten(file, error)
  } finally {
    if (claim !== undefined) removeQuietly(claim.path)
  }
}

async function compete(
  file: string,
  lock: string,
  claim: Claim,
  timeoutMs: number,
  sleep: Sleep,
): Promise<void> {
  let watched: string | undefined
  let since = performance.now()
  for (;;) {
    const seen = lockStamp(lock)
    if (seen === undefined && place(claim, lock)) return
    if (seen !== watched) since = performance.now()
    watched = seen
    const waited = performance.now() - since
    if (waited >= Math.min(SUSPICIOUS, timeoutMs)) {
      const found = readLock(lock)
      // On NFS, link(2) may report failure after it succeeded: the reply was lost and the request was sent again.
      if (found?.nonce === claim.holder.nonce) return
      if (found !== undefined && isLeftBehind(found, claim.now(), waited) && removeLeftBehind(lock, found))
        continue
      if (waited > timeoutMs) throw locked(file, lock, found)
    }
    await sleep(1 + Math.random() * 14)
  }
}

/** Removes the lock, with retries: on Windows, a virus scanner may hold the lock file for a moment. */
async function release(lock: string, nonce: string, sleep: Sleep): Promise<void> {
  for (let tries = 1; tries <= 10; tries += 1) {
    try {
      removeLock(lock, nonce)
      return
    } catch {
      await sleep(10 * tries)
    }
  }
}

function locked(file: string, lock: string, found: Found | undefined): NotesError {
  const holder = found?.holder
  if (holder === undefined)
    return new NotesError(
      'locked',
      `${file} is locked: ${lock} is in the way and names no process`,
      `If no other notes command is running, remove ${lock}`,
      { path: file },
    )
  return new NotesError(
    'locked',
    `${file} is locked by process ${holder.pid} on ${holder.host.split(' ')[0]} since ${holder.since} (${lock})`,
    `Wait for process ${holder.pid} to finish, or end it; the lock is then taken over. If that is not a notes command, remove ${lock}`,
    { path: file },
  )
}
