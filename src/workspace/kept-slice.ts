import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { type FileStamp, type HotProject, stampOf } from './hot-project.ts'

/** A recovery as it was made, and all that it depends on. */
export interface KeptSlice {
  /** What else decides. */
  readonly key: string
  readonly file: string
  readonly stamp: FileStamp
  /** The code that was compared, below the root, and where it really was; null where there was none. */
  readonly code: readonly (readonly [path: string, real: string, stamp: FileStamp | null])[]
  /** When it was kept. */
  readonly at: number
  readonly text: string
}

/** One is kept for each form, and belongs to a key: another version of the program, or another budget, makes its own. */
export interface Slot {
  readonly form: string
  readonly key: string
}

const nameIn = (root: string, form: string): string => `${root}${sep}.notes${sep}level1.${form}.json`

/**
 * The last recovery, as long as neither the notes nor the code that they cite have changed since: at /clear, /compact
 * and resume they mostly have not. Everything is made again when anything differs.
 */
export function keptSlice({ root, file, stamp }: HotProject, { form, key }: Slot): string | undefined {
  try {
    const path = nameIn(root, form)
    // Reading from a pipe would wait for a writer.
    if (stampOf(path) === undefined || !isOwnFolder(root)) return undefined
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptSlice
    if (kept.key !== key || kept.file !== file || !same(kept.stamp, stamp) || isRacy(kept.at, stamp))
      return undefined
    for (const [name, real, before] of kept.code) {
      const path = `${root}${sep}${name}`
      if (realPlace(path) !== real) return undefined
      const now = stampOf(path)
      if (now === undefined ? before !== null : before === null || !same(before, now) || isRacy(kept.at, now))
        return undefined
    }
    return typeof kept.text === 'string' && kept.text !== '' ? kept.text : undefined
  } catch {
    return undefined
  }
}

/** Keeps a recovery where there is a `.notes` folder. Nothing depends on it: what cannot be kept is made again. */
export function keepSlice(
  { root, file, stamp }: HotProject,
  { form, key }: Slot,
  { text, paths }: { readonly text: string; readonly paths: readonly string[] },
): void {
  if (!existsSync(`${root}${sep}.notes${sep}.gitignore`) || !isOwnFolder(root)) return
  const code = paths.map((name): [string, string, FileStamp | null] => {
    const path = `${root}${sep}${name}`
    return [name, realPlace(path), stampOf(path) ?? null]
  })
  const kept: KeptSlice = { key, file, stamp, code, at: Date.now(), text }
  const path = nameIn(root, form)
  // No pid: asking for it would load a module. Two that met on one name would both fail on it.
  const aside = `${path}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    writeNew(aside, JSON.stringify(kept))
    renameSync(aside, path)
  } catch {
    // A read-only disk, or a folder in its place.
  }
}

/** As `writeFileSync` does, which takes 0.3 ms more when it is called for the first time. */
function writeNew(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    const bytes = Buffer.from(text)
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(descriptor, bytes, sent)
  } finally {
    closeSync(descriptor)
  }
}

/** A folder that was moved away and linked to leaves the stamps of its files as they were. What is not there is where its folder is. */
function realPlace(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at)
    } catch {
      if (at === dirname(at)) return at
    }
  }
}

/** A link could lead anywhere. */
const isOwnFolder = (root: string): boolean => lstatSync(`${root}${sep}.notes`).isDirectory()

const same = (one: FileStamp, other: FileStamp): boolean =>
  one.every((value, index) => value === other[index])

/** A file that was written in the same moment may have been written once more with the same stamp. */
const isRacy = (at: number, [, modified, changed]: FileStamp): boolean =>
  Math.max(modified, changed) > at - 50
