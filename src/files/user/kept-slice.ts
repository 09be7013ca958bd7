import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type Fields, parseFields } from '../read/json.ts'
import {
  type Environment,
  nameFor,
  readOwnFile,
  realFolder,
  rewriteOwnFile,
  userFile,
} from './user-folder.ts'

/** The folder a session starts in, and the environment that may name its project. */
export interface StartingPoint {
  readonly cwd: string
  readonly env: Environment
}

/** A generated level 1 without its frame, which is added on each use. */
export interface KeptText {
  /** The name of the notes file in the frame. */
  readonly name: string
  readonly factor: number
  readonly budget: number
  readonly text: string
  /** The command that starts `notes` in this project. */
  readonly command: 'notes' | 'npx notes'
  readonly root: string
  readonly file: string
  /** The keys of session and hook settings that differ from their defaults, such as `hooks.guidance`. */
  readonly settings: readonly string[]
}

/** A file in the user's cache, valid until a place changes that it was made from. */
export interface Kept {
  /** The full key; the file name has only a hash of it. */
  readonly key: string
  readonly at: number
  readonly seen: readonly Place[]
}

/** Distinguishes the slices of a folder by the program and the requested budget. */
export type SliceKey = `${string} ${number | 'usual'}`

/** Set by the build: another build may produce a different slice of the same file. */
declare const NOTES_BUILD: string

export const sliceKey = (budget?: number): SliceKey => `${NOTES_BUILD} ${budget ?? 'usual'}`

/**
 * The last level 1 of this folder, if none of its inputs changed: the notes, the code they cite, the configuration,
 * and whatever decides which project this is.
 */
export function keptSlice(start: StartingPoint, key: SliceKey): KeptText | undefined {
  const now = Date.now()
  const { path, kept } = readSlice(start, key) ?? {}
  if (!kept?.seen.every(place => samePlace(place, kept.at))) return undefined
  if (kept.seen.some(([, , stamp, sum]) => sum !== undefined && !isRacy(stamp, now)))
    settle(path ?? '', kept, now)
  return kept
}

/** Drops the checksums of files written just before the slice was made: from now on stamps alone show any change. */
function settle(path: string, kept: Kept, now: number): void {
  const seen = kept.seen.map(([path, real, stamp, sum]) =>
    sum !== undefined && isRacy(stamp, now) ? [path, real, stamp, sum] : [path, real, stamp],
  )
  try {
    rewriteOwnFile(path, JSON.stringify({ ...kept, at: now, seen }))
  } catch {
    // The disk is full: the checksums are compared again next time.
  }
}

/** The project of the last level 1. Edits to the notes and the code do not change which project it is. */
export function keptProject(
  start: StartingPoint,
  key: SliceKey,
): Pick<KeptText, 'root' | 'file'> | undefined {
  const kept = readSlice(start, key)?.kept
  const isInput = ([path, real, stamp]: Place): boolean =>
    real !== null && stamp !== null && !path.endsWith('.json')
  return kept?.seen.every(place => isInput(place) || samePlace(place, kept.at)) ? kept : undefined
}

/** The kept status line, if none of its files has changed. */
export function keptLine({ env }: StartingPoint, key: string): string | undefined {
  const { kept } = readKept(env, lineSlot(key)) ?? {}
  return kept?.seen.every(place => samePlace(place, kept.at)) && isText(kept.line) ? kept.line : undefined
}

function readSlice(start: StartingPoint, key: SliceKey) {
  const slot = slotOf(start, key)
  const { path, kept } = (slot && readKept(start.env, slot)) ?? {}
  return kept !== undefined && isKeptText(kept) ? { path, kept } : undefined
}

/** Reads a kept file. This user wrote it on this machine; every field is checked all the same. */
function readKept(env: Environment, { name, key }: Slot) {
  const path = userFile('cache', env, name)
  const kept = parseFields(readOwnFile(path) ?? '')
  return kept !== undefined && kept.key === key && isKept(kept) ? { path, kept } : undefined
}

/** The file name of something that is kept, and the full key that identifies it. */
export interface Slot {
  readonly name: string
  readonly key: string
}

export const lineSlot = (key: string): Slot => ({ name: `line-${nameFor(key)}.json`, key })

export function slotOf({ cwd, env }: StartingPoint, key: SliceKey): Slot | undefined {
  const real = realFolder(cwd)
  if (real === undefined) return undefined
  const claude = env.CLAUDE_PROJECT_DIR ?? ''
  // At the top of a repository, CLAUDE_PROJECT_DIR changes nothing, and the agent's shell does not set it.
  const project = claude === cwd && existsSync(`${cwd}${sep}.git`) ? '' : claude
  // The folder name as given counts too, since paths in messages are relative to it.
  const whole = [key, cwd, real, project, env.NOTES_FILE ?? ''].join('\n')
  return {
    name: `level1-${nameFor([real, project, key.slice(key.lastIndexOf(' '))].join('\n'))}.json`,
    key: whole,
  }
}

/** Do sessions that start at either point share one slice? */
export const isSameStart = (one: StartingPoint, other: StartingPoint, key: SliceKey): boolean =>
  slotOf(one, key)?.key === slotOf(other, key)?.key

const isText = (value: unknown): value is string => typeof value === 'string'

const isKept = (fields: Fields): fields is Fields & Kept => {
  const { at, seen } = fields
  return Number.isFinite(at) && Array.isArray(seen) && seen.length > 0 && seen.every(isPlace)
}

function isKeptText(kept: Fields & Kept): kept is Fields & Kept & KeptText {
  const { name, factor, budget, text, command, root, file, settings } = kept
  return (
    [name, text, root, file].every(value => isText(value) && value !== '') &&
    (command === 'notes' || command === 'npx notes') &&
    Array.isArray(settings) &&
    settings.every(isText) &&
    Number.isFinite(factor) &&
    Number.isFinite(budget)
  )
}

function isPlace(place: unknown): place is Place {
  if (!Array.isArray(place) || place.length < 3 || place.length > 4) return false
  const [path, real, stamp, sum = 0] = place as readonly unknown[]
  return (
    Number.isFinite(sum) &&
    typeof path === 'string' &&
    (real === null || typeof real === 'string') &&
    (stamp === null || (Array.isArray(stamp) && stamp.length === 4 && stamp.every(Number.isFinite)))
  )
}

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
  /** A checksum, if the file was written just before it was noted: the next write may leave its stamp unchanged. */
  sum?: number,
]

/**
 * Notes the state of a path. Pass the same `at` to `samePlace` later: with a later `at` here, a file could be racy in
 * `samePlace` and have no checksum.
 */
export function placeOf(path: string, why: 'lookup' | 'read', at: number): Place {
  const stamp = stampOf(path)
  const place = [path, why === 'lookup' ? null : realPlace(path, stamp !== null), stamp] as const
  const sum = isRacy(stamp, at) ? sumOf(path) : undefined
  return sum === undefined ? place : [...place, sum]
}

/** Is the place unchanged since `at`? */
export function samePlace([path, real, before, sum]: Place, at: number): boolean {
  const now = stampOf(path)
  if (real !== null && realPlace(path, now !== null) !== real) return false
  if (now === null || before === null) return now === before
  if (!now.every((value, index) => value === before[index])) return false
  return !isRacy(now, at) || (sum !== undefined && sumOf(path) === sum)
}

/** Was the file written at about the time `at`? A second write may get the same stamp: clocks tick every few ms. */
const isRacy = (stamp: FileStamp | null, at: number): boolean =>
  stamp !== null && Math.max(stamp[1], stamp[2]) > at - RACY_MS

const RACY_MS = 50

/** Larger files take over a millisecond to checksum, so their slices are rebuilt instead. */
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

/** The stamp of every folder: the times of a folder change with its entries, so only its existence counts. */
const FOLDER: FileStamp = [-1, 0, 0, 0]

export function stampOf(path: string): FileStamp | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isFile()) return [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino]
    return stat?.isDirectory() ? FOLDER : null
  } catch {
    return null
  }
}

/**
 * Returns the real path; for a missing file, that of its nearest existing folder. A stamp is not enough: moving a
 * folder away and linking to it leaves the stamps of its files unchanged.
 */
function realPlace(path: string, isThere: boolean): string {
  // An exception takes 40 us, and notes can cite many files that are not there.
  for (let at = path; ; at = dirname(at)) {
    try {
      if ((at === path && isThere) || existsSync(at)) return realpathSync.native(at)
    } catch {
      // It vanished in between.
    }
    if (at === dirname(at)) return at
  }
}
