import { existsSync } from 'node:fs'
import { dirname, isAbsolute, sep } from 'node:path'
import { DEFAULT_FILE } from '../project-root.ts'
import {
  type Kept,
  type KeptText,
  lineSlot,
  type Place,
  placeOf,
  type SliceKey,
  type Slot,
  type StartingPoint,
  slotOf,
} from './kept-slice.ts'
import { pruneOwnFiles, userFolder, writeOwnFile } from './user-folder.ts'

/**
 * Caches level 1 for the next start in this folder. Nothing depends on it: a slice that cannot be cached is built
 * again.
 */
export function keepSlice(start: StartingPoint, key: SliceKey, kept: KeptText, seen: Seen): void {
  const slot = slotOf(start, key)
  if (slot !== undefined) keep(start, slot, kept, seen)
}

/** Keeps a status line for the next time it is asked for. */
export const keepLine = (start: StartingPoint, key: string, line: string, seen: Seen): void =>
  keep(start, lineSlot(key), { line }, seen)

/** Folders come and go: at this many slices and lines the older half is deleted. */
const MAX_KEPT = 200

function keep({ env }: StartingPoint, { name, key }: Slot, content: object, seen: Seen): void {
  const places = seen.places()
  const folder = places && userFolder('cache', env, true)
  if (places === undefined || folder === undefined) return
  const path = `${folder}${sep}${name}`
  if (!existsSync(path)) pruneOwnFiles(folder, '', MAX_KEPT)
  const kept: Kept = { ...content, key, at: seen.at, seen: places }
  writeOwnFile(path, JSON.stringify(kept))
}

/** Every path a recovery looks at, noted before it is read where possible. */
export interface Seen {
  /** A time before the first path was noted, against which later changes are detected. */
  readonly at: number
  /** Notes a file that is read, by its absolute path. */
  note(path: string): void
  /**
   * Notes a path as cited in the notes. If the path is not relative to the root, it may resolve elsewhere tomorrow, so
   * nothing is cached.
   */
  code(root: string, path: string): void
  places(): readonly Place[] | undefined
}

/** Notes every path that can decide which project a session finds when it starts at any of these points. */
export function startSeeing(...starts: readonly StartingPoint[]): Seen {
  const at = Date.now()
  const seen = new Map<string, Place>()
  const folders = new Set(starts.flatMap(({ cwd, env }) => [cwd, env.CLAUDE_PROJECT_DIR || cwd]))
  for (const path of [...folders].flatMap(lookups))
    if (!seen.has(path)) seen.set(path, placeOf(path, 'lookup', at))
  let isWhole = [...folders].every(folder => isAbsolute(folder))
  const note: Seen['note'] = path => {
    const before = seen.get(path)
    if (before !== undefined && before[1] !== null) return
    // A file that is read also keeps its real path, but the stamp of its lookup: it may have been saved since.
    const [, real, ...now] = placeOf(path, 'read', at)
    const [, , ...looked] = before ?? ['', null, ...now]
    seen.set(path, [path, real, ...looked])
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
