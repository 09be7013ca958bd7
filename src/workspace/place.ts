import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Distinguishes one version of a file from the next. */
type FileStamp = readonly [size: number, modified: number, changed: number, inode: number]

/**
 * The state of a path when it was noted: its real path, links resolved, and its stamp, null if there was no file.
 * `real` is null for a lookup, where only the stamp counts.
 */
export type Place = readonly [path: string, real: string | null, stamp: FileStamp | null]

export const placeOf = (path: string, why: 'lookup' | 'read'): Place => [
  path,
  why === 'lookup' ? null : realPlace(path),
  stampOf(path),
]

/** Is the place unchanged? A file written at about the time `at` may have been written again with the same stamp. */
export function samePlace([path, real, before]: Place, at: number): boolean {
  const now = stampOf(path)
  if (real !== null && realPlace(path) !== real) return false
  if (now === null || before === null) return now === before
  return now.every((value, index) => value === before[index]) && Math.max(now[1], now[2]) <= at - RACY_MS
}

const RACY_MS = 50

/** A folder's times change with its entries; only its existence counts. */
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

/**
 * Moving a folder away and linking to it leaves the stamps of its files unchanged. A missing file resolves to its
 * nearest existing folder.
 */
function realPlace(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at)
    } catch {
      if (at === dirname(at)) return at
    }
  }
}
