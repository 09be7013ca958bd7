import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Tells one version of a file from the next. */
type FileStamp = readonly [size: number, modified: number, changed: number, inode: number]

/**
 * What stood at a path when it was looked at: where it really is, links followed, and its stamp; null where there was
 * no file. `real` is null for a mere lookup, where only what is there counts.
 */
export type Place = readonly [path: string, real: string | null, stamp: FileStamp | null]

export const placeOf = (path: string, why: 'lookup' | 'read'): Place => [
  path,
  why === 'lookup' ? null : realPlace(path),
  stampOf(path),
]

/** Is a place as it was? A file written in the same moment as `at` may have been written again with the same stamp. */
export function samePlace([path, real, before]: Place, at: number): boolean {
  const now = stampOf(path)
  if (real !== null && realPlace(path) !== real) return false
  if (now === null || before === null) return now === before
  return now.every((value, index) => value === before[index]) && Math.max(now[1], now[2]) <= at - RACY_MS
}

const RACY_MS = 50

/** The time of a folder changes with all that is put into it; only that it is one counts. */
const FOLDER: FileStamp = [-1, 0, 0, 0]

function stampOf(path: string): FileStamp | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile()) return [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino]
    return stat?.isDirectory() ? FOLDER : null
  } catch {
    return null
  }
}

/** A folder that was moved away and linked to leaves its files' stamps as they were. A missing file is where its folder is. */
function realPlace(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at)
    } catch {
      if (at === dirname(at)) return at
    }
  }
}
