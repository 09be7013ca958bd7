import { type BigIntStats, closeSync, fstatSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { bringBack } from './keepsake.ts'
import { openFile, readWhole } from './open-file.ts'
import { type Stamp, sameStamp, stampOf, type Version, versionOf } from './stamp.ts'
import { wait } from './wait.ts'

/** A file that was read and is still open, so that a write to it can be noticed even after it lost its name. */
export interface Source extends Version {
  readonly fd: number
  readonly bytes: Buffer
}

/** An editor that saves in place truncates first and writes then; in between there is nothing to believe. */
const STILL = 15
const STILL_WHEN_EMPTY = 60
/** Kernels stamp files with the time of the last tick, up to 10 ms ago. */
const FRESH = STILL + 10
const PATIENCE = 500
/** A busy machine may interrupt each of our reads with a save: 1 of 2,400 writes beside two editors took over 500 ms. */
const RESTLESS = 5000
/** An editor that saves by renaming: old file away, new file in. */
const GONE = 200

/** Opens and reads `path` once no editor seems to be in the middle of saving it. */
export async function openStill(path: string): Promise<Source> {
  const begun = performance.now()
  let before: Stamp | undefined
  let quiet = 0
  for (;;) {
    const { fd, stat } = await openPatiently(path)
    const bytes = readOrClose(fd, Number(stat.size))
    const after = fstatSync(fd, { bigint: true })
    const whole = sameStamp(stampOf(stat), stampOf(after)) && BigInt(bytes.length) === after.size
    quiet = whole && before !== undefined && sameStamp(before, stampOf(after)) ? quiet + STILL : 0
    const waited = performance.now() - begun
    if (whole && (waited > PATIENCE || quiet >= quietNeeded(after))) return { fd, bytes, ...versionOf(after) }
    closeSync(fd)
    if (waited > RESTLESS) throw restless(path)
    before = stampOf(after)
    await wait(STILL)
  }
}

/** Opens a file that may be away for a moment. */
export async function openPatiently(
  path: string,
): Promise<{ readonly fd: number; readonly stat: BigIntStats }> {
  const begun = performance.now()
  for (;;) {
    try {
      return openFile(path)
    } catch (error) {
      const isAway = error instanceof NotesError && error.code === 'not-found'
      if (!isAway || performance.now() - begun > GONE) throw error
    }
    if (!bringBack(path)) await wait(5)
  }
}

/**
 * Did an editor write into the version that was read, through a descriptor of its own, although the version has lost
 * its name? One that was only emptied is waited for; if nothing follows, there is no text to keep.
 */
export async function isWrittenTo({ fd, bytes }: Source): Promise<boolean> {
  const begun = performance.now()
  for (;;) {
    // The time alone does not tell: two writes within one tick have the same.
    const now = readWhole(fd, Number(fstatSync(fd).size))
    if (now.equals(bytes)) return false
    if (now.length > 0) return true
    if (performance.now() - begun > PATIENCE) return false
    await wait(STILL)
  }
}

/** Our own versions are new files, as old as their content; an older file with new content is written in place. */
function quietNeeded(stat: BigIntStats): number {
  if (stat.size === 0n) return STILL_WHEN_EMPTY
  const age = Date.now() - Number(stat.mtimeMs)
  const isFresh = Math.abs(age) < FRESH
  const isRewritten = stat.mtimeMs - stat.birthtimeMs > 8n
  return isFresh && isRewritten ? STILL : 0
}

function readOrClose(fd: number, size: number): Buffer {
  try {
    return readWhole(fd, size)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function restless(path: string): NotesError {
  return new NotesError(
    'locked',
    `${path} keeps changing while it is read`,
    'Stop the program that writes to it, then run the command again',
    { path },
  )
}
