import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Distinguishes one version of a file from the next. */
type FileStamp = readonly [size: number, modified: number, changed: number, inode: number]

/**
 * The state of a path when it was noted: its real path, links resolved, and its stamp, null if there was no file.
 * `real` is null for a lookup, where only the stamp counts.
 */
export type Place = readonly [
  path: string,
  real: string | null,
  stamp: FileStamp | null,
  /** A checksum of a file written just before, whose stamp may not change with the next write. */
  sum?: number,
]

export function placeOf(path: string, why: 'lookup' | 'read'): Place {
  const place = [path, why === 'lookup' ? null : realPlace(path), stampOf(path)] as const
  const sum = isRacy(place[2], Date.now()) ? sumOf(path) : undefined
  return sum === undefined ? place : [...place, sum]
}

/** Is the place unchanged since `at`? */
export function samePlace([path, real, before, sum]: Place, at: number): boolean {
  const now = stampOf(path)
  if (real !== null && realPlace(path) !== real) return false
  if (now === null || before === null) return now === before
  if (!now.every((value, index) => value === before[index])) return false
  return !isRacy(now, at) || (sum !== undefined && sumOf(path) === sum)
}

/** A file written at about the time `at` may be written again with the same stamp: file clocks tick every few ms. */
const isRacy = (stamp: FileStamp | null, at: number): boolean =>
  stamp !== null && Math.max(stamp[1], stamp[2]) > at - RACY_MS

const RACY_MS = 50

/** A larger file takes over a millisecond to sum: its slice is made anew. */
const MAX_SUMMED = 512 * 1024

/** FNV-1a over words of four bytes, 0.3 ms for 53 KB; `node:crypto` takes 1.7 ms to load. */
function sumOf(path: string): number | undefined {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MAX_SUMMED) return undefined
    const whole = bytes.length - (bytes.length % 4)
    const words = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole))
    let sum = 0x811c9dc5
    for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193)
    for (let at = whole; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193)
    return sum >>> 0
  } catch {
    return undefined
  }
}

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
