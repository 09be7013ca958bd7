import { closeSync, statSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { codeOf } from './error-code.ts'
import { refuseReadOnly } from './read-only.ts'
import { sameStamp, stampOf } from './stamp.ts'
import { openStill, type Source, writtenSince } from './still.ts'
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
      overtaken = undefined
      if (await swap(path, source, bytes, isOurs)) {
        const save = isWindows ? undefined : await writtenSince(source)
        if (save !== undefined) overtaken = { save, by: bytes }
        else if (after !== undefined) return { changed: true, before, after }
      }
    } finally {
      if (!isWindows) closeSync(source.fd)
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

async function swap(path: string, source: Source, bytes: Buffer, isOurs: () => boolean): Promise<boolean> {
  const beforeRename = () => {
    if (!isOurs()) throw lost(path)
    // Last, because whatever is saved between this look and the rename is gone.
    return isUntouched(path, source)
  }
  return writeAtomically(path, bytes, { mode: source.mode, owner: source.owner, beforeRename })
}

/** While we keep the file open its inode number is not given to another one. */
function isUntouched(path: string, { stamp }: Source): boolean {
  try {
    return sameStamp(stamp, stampOf(statSync(path, { bigint: true })))
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
