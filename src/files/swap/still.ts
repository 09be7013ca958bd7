import { type BigIntStats, closeSync, fstatSync } from 'node:fs'
import { NotesError } from '../../error.ts'
import { wait } from '../lock/this-process.ts'
import { openFile, readWhole } from '../read/open-file.ts'
import { bringBack, type Stamp, sameStamp, type Version, versionOf } from './keepsake.ts'

/** A file that was read and is kept open, so that a write to it is detected even after it lost its name. */
export interface Source extends Version {
  readonly fd: number
  readonly bytes: Buffer
}

/** An editor that saves in place truncates first, then writes; anything read in between is meaningless. */
const QUIET_MS = 15
const QUIET_WHEN_EMPTY_MS = 60
/** Kernels stamp files with the time of the last tick, up to 10 ms ago. */
const FRESH_MS = QUIET_MS + 10
const PATIENCE_MS = 500
/**
 * On a busy machine a save may interrupt each of our reads: with two editors saving, 1 write in 2,400 took over 500 ms.
 */
const GIVE_UP_MS = 5000
/** An editor that saves by renaming moves the old file away, then the new file in. */
const REAPPEAR_MS = 200

/** Opens and reads `path` once no editor seems to be saving it. */
export async function openStill(path: string): Promise<Source> {
  const begun = performance.now()
  let before: Stamp | undefined
  let quiet = 0
  for (;;) {
    const { fd, stat } = await openPatiently(path)
    const bytes = readOrClose(fd, Number(stat.size))
    const after = fstatSync(fd, { bigint: true })
    const whole = sameStamp(stat, after) && BigInt(bytes.length) === after.size
    quiet = whole && before !== undefined && sameStamp(before, after) ? quiet + QUIET_MS : 0
    const waited = performance.now() - begun
    if (whole && (waited > PATIENCE_MS || quiet >= quietNeeded(after)))
      return { fd, bytes, ...versionOf(after) }
    closeSync(fd)
    if (waited > GIVE_UP_MS) throw keepsChanging(path)
    before = after
    await wait(QUIET_MS)
  }
}

/** Opens a file that may be missing for a moment. */
export async function openPatiently(
  path: string,
): Promise<{ readonly fd: number; readonly stat: BigIntStats }> {
  const begun = performance.now()
  for (;;) {
    try {
      return openFile(path)
    } catch (error) {
      const isAway = error instanceof NotesError && error.code === 'not-found'
      if (!isAway || performance.now() - begun > REAPPEAR_MS) throw error
    }
    if (!bringBack(path)) await wait(5)
  }
}

/**
 * After the version that was read lost its name, did an editor still write to it through an open descriptor? A
 * truncated file is given time to be filled; if nothing follows, there is no text to keep.
 */
export async function isWrittenTo({ fd, bytes }: Source): Promise<boolean> {
  const begun = performance.now()
  for (;;) {
    // Comparing mtimes is not enough: two writes within one tick have the same mtime.
    const now = readWhole(fd, Number(fstatSync(fd).size))
    if (now.equals(bytes)) return false
    if (now.length > 0) return true
    if (performance.now() - begun > PATIENCE_MS) return false
    await wait(QUIET_MS)
  }
}

/**
 * Returns how long the file must stay unchanged, in milliseconds. The versions we write are new files, created together
 * with their content. An older file with new content was written in place.
 */
function quietNeeded(stat: BigIntStats): number {
  if (stat.size === 0n) return QUIET_WHEN_EMPTY_MS
  const age = Date.now() - Number(stat.mtimeMs)
  const isFresh = Math.abs(age) < FRESH_MS
  const isRewritten = stat.mtimeMs - stat.birthtimeMs > 8n
  return isFresh && isRewritten ? QUIET_MS : 0
}

function readOrClose(fd: number, size: number): Buffer {
  try {
    return readWhole(fd, size)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function keepsChanging(path: string): NotesError {
  return new NotesError(
    'locked',
    `${path} keeps changing while it is read`,
    'Stop the program that writes to it, then run the command again',
    { path },
  )
}
