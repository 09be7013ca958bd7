import { existsSync, lstatSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { dirname, isAbsolute, sep } from 'node:path'
import { DEFAULT_FILE } from '../project-root.ts'
import { type KeptLine, linePath } from './kept-line.ts'
import {
  type KeptFile,
  type KeptText,
  type Place,
  placeOf,
  type SliceKey,
  type StartingPoint,
  slotIn,
} from './kept-slice.ts'
import { userFolder, writeOwnFile } from './user-folder.ts'

/**
 * Caches level 1 for the next start in this folder. Nothing depends on it: a slice that cannot be cached is built
 * again.
 */
export function keepSlice(start: StartingPoint, key: SliceKey, kept: KeptText, seen: Seen): void {
  const places = seen.places()
  const folder = places === undefined ? undefined : userFolder('cache', start.env, true)
  const slot = folder === undefined ? undefined : slotIn(folder, start, key)
  if (slot === undefined || places === undefined) return
  const file: KeptFile = { ...kept, key: slot.key, at: seen.at, seen: places }
  try {
    if (!existsSync(slot.path)) prune(folder ?? '')
    writeOwnFile(slot.path, JSON.stringify(file))
  } catch {
    // The disk is full, or another session is writing the same slice.
  }
}

/** Folders come and go: at this many slices the older half is deleted. */
const MAX_KEPT = 200

function prune(folder: string): void {
  const kept = readdirSync(folder).map(name => `${folder}${sep}${name}`)
  if (kept.length < MAX_KEPT) return
  const byAge = kept.map(path => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => a.at - b.at)
  for (const { path } of byAge.slice(0, MAX_KEPT / 2)) unlinkSync(path)
}

/** Every path a recovery looks at, noted before it is read where possible. */
export interface Seen {
  /** The time before the first path was noted; later changes are detected against it. */
  readonly at: number
  /** Notes a file that is read, by its absolute path. */
  note(path: string, place?: Place): void
  /**
   * Notes a path as cited in the notes. If the path is not relative to the root, it may resolve elsewhere tomorrow, so
   * nothing is cached.
   */
  code(root: string, path: string): void
  places(): readonly Place[] | undefined
}

/** Notes every path that can decide which project is found by a session that starts at any of these points. */
export function startSeeing(...starts: readonly StartingPoint[]): Seen {
  const at = Date.now()
  const seen = new Map<string, Place>()
  const folders = new Set(starts.flatMap(({ cwd, env }) => [cwd, env.CLAUDE_PROJECT_DIR || cwd]))
  for (const path of [...folders].flatMap(lookups))
    if (!seen.has(path)) seen.set(path, placeOf(path, 'lookup', at))
  let isWhole = [...folders].every(folder => isAbsolute(folder))
  const note: Seen['note'] = (path, place) => {
    // A lookup only records existence; a file that is read must also keep its real path.
    if ((seen.get(path)?.[1] ?? null) === null) seen.set(path, place ?? placeOf(path, 'read', at))
  }
  return {
    at,
    note,
    code(root, path) {
      if (isElsewhere(path)) isWhole = false
      else note(`${root}${sep}${path}`)
    },
    places: () => (isWhole ? [...seen.values()] : undefined),
  }
}

/**
 * Matches `/x`, `~/x`, `C:\x`, and `x/`, which is read as `x`. Not a regular expression: compiling one takes V8
 * longer than checking all the cited paths.
 */
const isElsewhere = (path: string): boolean =>
  '~/\\'.includes(path.charAt(0)) || path.charAt(1) === ':' || '/\\'.includes(path.slice(-1))

/** Every path that can decide which project and configuration a folder belongs to. */
function lookups(from: string): readonly string[] {
  const paths: string[] = []
  for (let folder = from; ; folder = dirname(folder)) {
    const inFolder = folder.endsWith(sep) ? folder : `${folder}${sep}`
    for (const name of DECIDING) paths.push(`${inFolder}${name}`)
    if (existsSync(`${inFolder}.git`) || folder === dirname(folder)) return paths
  }
}

const DECIDING = ['.git', 'notes.config.json', 'package.json', DEFAULT_FILE, 'NOTES.md']

/** Removes the slices that versions before 0.2 kept in the project, where a clone could plant one. */
export function removeOldSlices(root: string): void {
  try {
    if (!lstatSync(`${root}${sep}.notes`).isDirectory()) return
  } catch {
    return
  }
  for (const form of ['text', 'json', 'hook']) {
    try {
      unlinkSync(`${root}${sep}.notes${sep}level1.${form}.json`)
    } catch {
      // Nothing to remove, or a read-only folder. The file is never read again either way.
    }
  }
}

/** Keeps a status line for the next time it is asked for. */
export function keepLine({ env }: StartingPoint, key: string, line: string, seen: Seen): void {
  const places = seen.places()
  const folder = places === undefined ? undefined : userFolder('cache', env, true)
  if (folder === undefined || places === undefined) return
  const path = linePath(folder, key)
  const file: KeptLine = { key, at: seen.at, seen: places, line }
  try {
    if (!existsSync(path)) prune(folder)
    writeOwnFile(path, JSON.stringify(file))
  } catch {
    // The disk is full.
  }
}
