import { type BigIntStats, closeSync, fstatSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { openFile, readWhole } from './open-file.ts'
import { type Stamp, sameContent, sameStamp, stampOf } from './stamp.ts'
import { wait } from './wait.ts'

/** A file that was read and is still open, so that a write to it can be noticed even after it lost its name. */
export interface Source {
  readonly fd: number
  readonly bytes: Buffer
  readonly stamp: Stamp
  readonly mode: number
  readonly owner: { readonly uid: number; readonly gid: number }
}

/** An editor that saves in place truncates first and writes then; in between there is nothing to believe. */
const STILL = 15
const STILL_WHEN_EMPTY = 60
/** Kernels stamp files with the time of the last tick, up to 10 ms ago. */
const FRESH = STILL + 10
const PATIENCE = 500
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
    const late = performance.now() - begun > PATIENCE
    if (whole && (late || quiet >= quietNeeded(after))) return sourceOf(fd, bytes, after)
    closeSync(fd)
    if (late) throw restless(path)
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
    await wait(5)
  }
}

/** What somebody wrote into the file since it was read, once they finished; undefined when nobody did. */
export async function writtenSince({ fd, bytes, stamp }: Source): Promise<Buffer | undefined> {
  const begun = performance.now()
  let before = stampOf(fstatSync(fd, { bigint: true }))
  // The time alone does not tell: two writes within one tick have the same.
  if (sameContent(before, stamp) && readWhole(fd, bytes.length).equals(bytes)) return undefined
  for (;;) {
    await wait(STILL)
    const after = stampOf(fstatSync(fd, { bigint: true }))
    const late = performance.now() - begun > PATIENCE
    if (late || (after.size > 0n && sameContent(before, after))) {
      const now = readWhole(fd, Number(after.size))
      // Emptied and never written: no text of anybody's to keep.
      return now.length === 0 || now.equals(bytes) ? undefined : now
    }
    before = after
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

function sourceOf(fd: number, bytes: Buffer, stat: BigIntStats): Source {
  const owner = { uid: Number(stat.uid), gid: Number(stat.gid) }
  return { fd, bytes, stamp: stampOf(stat), mode: Number(stat.mode) & 0o7777, owner }
}

function restless(path: string): NotesError {
  return new NotesError(
    'locked',
    `${path} keeps changing while it is read`,
    'Stop the program that writes to it, then run the command again',
    { path },
  )
}
