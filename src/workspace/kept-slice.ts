import { closeSync, existsSync, openSync, readFileSync, realpathSync, unlinkSync, writeSync } from 'node:fs'
import { sep } from 'node:path'
import { type CodePlace, codePlace } from './code-place.ts'
import { type FileStamp, type HotProject, stampOf } from './hot-project.ts'

/** A recovery as it was made, and all that it depends on. */
export interface KeptSlice {
  /** What else decides. */
  readonly key: string
  readonly file: string
  readonly stamp: FileStamp
  /** The code that was compared, below the root. */
  readonly code: readonly (readonly [path: string, ...CodePlace])[]
  /** When the first of them was looked at, and when this was written. */
  readonly at: number
  readonly written: number
  readonly text: string
}

/** A recovery as it was made. Undefined code: it depends on more than can be looked up, and is not kept. */
export interface Made {
  readonly text: string
  readonly code: ReadonlyMap<string, CodePlace> | undefined
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
export function keptSlice(project: HotProject, { form, key }: Slot): string | undefined {
  const { root, file, stamp } = project
  try {
    const path = nameIn(root, form)
    // Reading from a pipe would wait for a writer.
    const own = stampOf(path)
    if (own === undefined || !hasOwnFolder(project)) return undefined
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptSlice
    if (kept.key !== key || kept.file !== file || !same(kept.stamp, stamp) || isRacy(kept.at, stamp))
      return undefined
    if (isEdited(kept.written, own)) return undefined
    for (const [name, real, before] of kept.code) {
      const [place, now] = codePlace(root, name)
      if (place !== real || (now === null) !== (before === null)) return undefined
      if (now !== null && before !== null && (!same(before, now) || isRacy(kept.at, now))) return undefined
    }
    return typeof kept.text === 'string' && kept.text !== '' ? kept.text : undefined
  } catch {
    return undefined
  }
}

/** Keeps a recovery where there is a `.notes` folder. Nothing depends on it: what cannot be kept is made again. */
export function keepSlice(project: HotProject, { form, key }: Slot, made: Made): void {
  const { root, file, stamp, at } = project
  if (made.code === undefined) return
  if (!existsSync(`${root}${sep}.notes${sep}.gitignore`) || !hasOwnFolder(project)) return
  const code: KeptSlice['code'][number][] = []
  for (const [name, place] of made.code) code.push([name, ...place])
  const kept: KeptSlice = { key, file, stamp, code, at, written: Date.now(), text: made.text }
  const path = nameIn(root, form)
  try {
    // Renaming over it would wait for the disk. Half a slice is no JSON, and a reader makes its own; so does one that
    // finds none.
    if (existsSync(path)) unlinkSync(path)
    writeNew(path, JSON.stringify(kept))
  } catch {
    // A read-only disk, a folder in its place, or somebody else who keeps one at the same time.
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

/** A link could lead anywhere. Node has compiled what this calls before: `lstat` alone takes it 0.1 ms. */
const hasOwnFolder = ({ root, realRoot }: HotProject): boolean =>
  realpathSync.native(`${root}${sep}.notes`) === `${realRoot}${sep}.notes`

const same = (one: FileStamp, other: FileStamp): boolean =>
  one.every((value, index) => value === other[index])

/** A file that was written in the same moment may have been written once more with the same stamp. */
const isRacy = (at: number, [, modified, changed]: FileStamp): boolean =>
  Math.max(modified, changed) > at - 50

/** What somebody has changed since would not have been cleaned. File systems count in steps of up to two seconds. */
const isEdited = (written: number, [, modified]: FileStamp): boolean => Math.abs(modified - written) > 2_000
