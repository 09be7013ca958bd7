import { linkSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotesError } from '../error.ts'
import { copyAttributes, isKnownPlain, rememberPlain } from './copy-attributes.ts'
import { codeOf } from './error-code.ts'
import { giveBack, keptName } from './keepsake.ts'
import { sameContent, stampOf, type Version, versionOf } from './stamp.ts'
import { removeQuietly, syncFolder, writeTemp } from './temp-file.ts'
import { isWindows } from './this-process.ts'
import { rename } from './write.ts'
import { notWritten } from './write-error.ts'

export interface Swapped {
  /** The second name of the version that was replaced; the caller removes it. None on Windows. */
  readonly kept: string | undefined
  readonly by: Version
}

/**
 * Puts `bytes` in the place of the version in `source`, and of no other. rename(2) over the file would destroy a save
 * that an editor renames into place after our last look, and Node has no RENAME_EXCHANGE. So the file is moved aside,
 * looked at there, and the new version takes the free name with link(2), which fails if a save got there first. The
 * path is missing for these three system calls (see `bringBack`).
 */
export async function swap(
  path: string,
  bytes: Buffer,
  source: Version,
  isOurs: () => boolean,
): Promise<Swapped | undefined> {
  try {
    const temp = writeTemp(path, bytes, source)
    let swapped: Swapped | undefined
    let isPlain = isKnownPlain(path)
    try {
      const by = versionOf(statSync(temp, { bigint: true }))
      const mayReplace = () => {
        if (!isOurs()) throw lost(path)
        return isAt(path, source)
      }
      if (isWindows) return (await rename(temp, path, mayReplace)) ? { kept: undefined, by } : undefined
      const kept = mayReplace() ? replace(path, temp, source) : undefined
      swapped = kept === undefined ? undefined : { kept, by }
      // Afterwards, when no save can be lost for the time it takes; `temp` is the new version's other name.
      if (kept !== undefined && !isPlain) isPlain = !(await copyAttributes(kept, temp))
    } finally {
      removeQuietly(temp)
      syncFolder(dirname(path))
    }
    if (swapped !== undefined && isPlain) rememberPlain(path, swapped.by.stamp.ino)
    return swapped
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Gives `by` the name `path` if that has `version`, and returns the name under which `version` waits. Undefined, and
 * nothing changed, when `path` has a newer save.
 */
export function replace(path: string, by: string, version: Version): string | undefined {
  const kept = keptName(path, version.stamp, by)
  try {
    renameSync(path, kept)
  } catch (error) {
    // An editor has just moved it away itself.
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    if (isAt(kept, version) && nameIfFree(by, path)) return kept
  } catch (error) {
    giveBack(kept, path)
    throw error
  }
  giveBack(kept, path)
  return undefined
}

/** False when a save has the name. */
function nameIfFree(from: string, path: string): boolean {
  try {
    linkSync(from, path)
    return true
  } catch (error) {
    const now = statSync(path, { throwIfNoEntry: false })
    // NFS may answer EEXIST to a link that it made: the first answer got lost.
    if (now !== undefined) return now.ino === statSync(from).ino
    if (codeOf(error) === 'EEXIST') return false
    // No hard links here (FAT, some network shares).
    renameSync(from, path)
    return true
  }
}

/** While we keep the file open its inode number is not given to another one. */
function isAt(path: string, { stamp, mode, owner }: Version): boolean {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (now === undefined || now.ino !== stamp.ino || !sameContent(stamp, stampOf(now))) return false
  return Number(now.mode & 0o7777n) === mode && Number(now.uid) === owner.uid && Number(now.gid) === owner.gid
}

function lost(path: string): NotesError {
  return new NotesError(
    'locked',
    `The lock on ${path} was taken over: this process stood still for more than a minute`,
    'Nothing was written; run the command again',
    { path },
  )
}
