import { closeSync, statSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { codeOf } from './error-code.ts'
import { keepAside } from './keepsake.ts'
import { refuseReadOnly } from './read-only.ts'
import { sameContent, stampOf } from './stamp.ts'
import { openStill, type Source, writtenSince } from './still.ts'
import { type Keep, removeQuietly } from './temp-file.ts'
import { isWindows } from './this-process.ts'
import { wait } from './wait.ts'
import { writeAtomically } from './write.ts'

/** A change as a function of the newest text; undefined, or the same text, when there is nothing to write. */
export type Plan = (text: string) => string | undefined

export interface Exchange {
  readonly changed: boolean
  readonly before: string
  readonly after: string
}

/** A save that went into the version we had just replaced, and what we replaced it with. */
interface Overtaken {
  readonly save: Buffer
  readonly by: Buffer
  /** Where it is until it is put back: see `keepAside`. */
  readonly kept: string | undefined
}

const TRIES = 20

/**
 * Compare and swap against those who take no lock. Their save is seen in one of two places: at the path before we
 * rename (then we plan again on it), or in the old file after we did (then it is put back, and we plan again on it).
 */
export async function exchangeText(path: string, plan: Plan, isOurs: () => boolean): Promise<Exchange> {
  let overtaken: Overtaken | undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const source = await openStill(path)
    let kept: string | undefined
    // Windows does not rename over a file that is open, even when only we have it open.
    if (isWindows) closeSync(source.fd)
    try {
      // Unless it was saved once more, by name: that is newer than the save we have.
      const restore =
        overtaken !== undefined && source.bytes.equals(overtaken.by) ? overtaken.save : undefined
      const before = restore === undefined ? decode(source.bytes, path) : ''
      const after = restore === undefined ? plan(before) : undefined
      if (restore === undefined && (after === undefined || after === before))
        return { changed: false, before, after: before }
      refuseReadOnly(path, source)
      const bytes = restore ?? encode(after ?? '', path)
      const beforeRename = (temp: string): boolean => {
        if (!isOurs()) throw lost(path)
        kept = keepAside(path, source.stamp, temp)
        // Last, because whatever is saved between this look and the rename is gone.
        return isUntouched(path, source)
      }
      const isSwapped = await writeAtomically(path, bytes, { ...keepOf(source), beforeRename })
      forget(overtaken?.kept)
      overtaken = undefined
      if (isSwapped) {
        const save = isWindows ? undefined : await writtenSince(source)
        if (save !== undefined) overtaken = { save, by: bytes, kept }
        else if (after !== undefined) return { changed: true, before, after }
      }
    } finally {
      if (!isWindows) closeSync(source.fd)
      if (kept !== overtaken?.kept) forget(kept)
    }
    await wait(tries)
  }
  throw new NotesError(
    'locked',
    `${path} was changed by another program each of the ${TRIES} times it was about to be written`,
    'Stop the program that keeps saving it, then run the command again',
    { path },
  )
}

const keepOf = ({ mode, owner }: Source): Keep => ({ mode, owner })

function forget(kept: string | undefined): void {
  if (kept !== undefined) removeQuietly(kept)
}

/** While we keep the file open its inode number is not given to another one. A second name changes its ctime. */
function isUntouched(path: string, { stamp, mode, owner }: Source): boolean {
  try {
    const now = statSync(path, { bigint: true })
    const isSame = now.ino === stamp.ino && sameContent(stamp, stampOf(now))
    const { uid, gid } = owner
    return isSame && Number(now.mode & 0o7777n) === mode && Number(now.uid) === uid && Number(now.gid) === gid
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function lost(path: string): NotesError {
  return new NotesError(
    'locked',
    `The lock on ${path} was taken over: this process stood still for more than a minute`,
    'Nothing was written; run the command again',
    { path },
  )
}
