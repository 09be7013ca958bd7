import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, NotesError } from '../error.ts'
import { type LockOptions, withLock } from './lock/lock.ts'
import { isWindows, wait } from './lock/this-process.ts'
import { readOwnName } from './own-names.ts'
import { shellWord } from './programs/programs.ts'
import { decode, encode } from './read/encoding.ts'
import { readText } from './read/read-text.ts'
import { isBelow, realPath } from './real-path.ts'
import type { Version } from './swap/keepsake.ts'
import { isWrittenTo, openPatiently, openStill, type Source } from './swap/still.ts'
import { replace, type Swapped, swap } from './swap/swap.ts'
import { notWritten, removeQuietly, syncFolder } from './swap/write.ts'

export interface UpdateOptions extends LockOptions {
  /** The project root. With symbolic links resolved, the file must be inside it. */
  readonly root?: string | undefined
  /** Used instead of `decode`, for a file that is not text and that `decode` would reject. */
  readonly read?: typeof decode
  /** Plans the change without writing it. */
  readonly dryRun?: boolean | undefined
}

/**
 * Changes a file under its lock. `plan` may be called more than once, always with the newest text, so changes that
 * others make meanwhile are kept.
 * @example await updateFile(path, text => `${text}| a row |\n`, { root })
 */
export async function updateFile(path: string, plan: Plan, options: UpdateOptions = {}): Promise<Exchange> {
  if (options.dryRun === true) {
    const target = await existingTarget(path, options.root)
    const before = readText(target).text
    return { changed: false, before, after: plan(before) ?? before }
  }
  for (;;) {
    const target = await existingTarget(path, options.root)
    const result = await withLock(
      target,
      isOurs => {
        if (realPath(path) !== target) return undefined
        return exchangeText(target, plan, isOurs, options.read)
      },
      options,
    )
    // Undefined means that the symbolic link was pointed at another file during the wait.
    if (result !== undefined) return result
  }
}

/** The file that will be written. A symbolic link shares the lock of its target. */
async function existingTarget(path: string, root: string | undefined): Promise<string> {
  const { fd } = await openPatiently(path)
  closeSync(fd)
  const target = realPath(path)
  if (root === undefined || isBelow(realPath(root), target)) return target
  throw new NotesError(
    'outside',
    `${path} leads to ${target}, outside the project root ${root}`,
    'Point the link into the project, or name the file itself with --file',
    { path },
  )
}

/** A change as a function of the newest text. Returns undefined, or the same text, when there is nothing to write. */
type Plan = (text: string) => string | undefined

interface Exchange {
  readonly changed: boolean
  readonly before: string
  readonly after: string
}

/** A write fails only after both limits. With two editors saving nonstop, 1 write in 320 lost 20 tries in a row. */
const MIN_TRIES = 20
const PATIENCE = 5000
const MAX_PAUSE = 20

/**
 * Compares and swaps, because editors take no lock. If an editor's save takes the path before our version does, the
 * save stays there (`swap`), and the change is planned again on it. An editor may also write into the old file during
 * its replacement, through a descriptor opened earlier. This is detected afterwards (`isWrittenTo`): the old file is
 * put back, and the change is planned again on it.
 */
export async function exchangeText(
  path: string,
  plan: Plan,
  isOurs: () => boolean,
  read = decode,
): Promise<Exchange> {
  const begun = performance.now()
  let tries = 0
  for (; tries < MIN_TRIES || performance.now() - begun < PATIENCE; tries += 1) {
    const source = await openStill(path)
    // Windows cannot rename over an open file, even when only this process has it open.
    if (isWindows) closeSync(source.fd)
    try {
      const before = read(source.bytes, path)
      const after = plan(before)
      if (after === undefined || after === before) return { changed: false, before, after: before }
      refuseReadOnly(path, source)
      await refuseHardLinks(path)
      const swapped = await swap(path, encode(after, path), source, isOurs)
      if (swapped !== undefined && !(await tookLateSave(path, source, swapped)))
        return { changed: true, before, after }
    } finally {
      if (!isWindows) closeSync(source.fd)
    }
    await wait(Math.min(tries, MAX_PAUSE))
  }
  throw new NotesError(
    'locked',
    `${path} was changed by another program during each of ${tries} attempts to write it`,
    'Stop the program that keeps saving it, then run the command again',
    { path },
  )
}

/** Puts the replaced version back when an editor wrote to it meanwhile. Removes its second name either way. */
async function tookLateSave(path: string, source: Source, { kept, by }: Swapped): Promise<boolean> {
  if (kept === undefined) return false
  try {
    if (!(await isWrittenTo(source))) return false
    const ours = replace(path, kept, by)
    // Saved again over our version: that save is newer and contains our change.
    if (ours === undefined) return false
    removeQuietly(ours)
    return true
  } finally {
    removeQuietly(kept)
  }
}

/**
 * Replacing a file needs a writable folder, not a writable file. But a user who made the file read-only meant it.
 * The mode is checked too, because root may write to anything.
 */
export function refuseReadOnly(path: string, { mode }: Pick<Version, 'mode'>): void {
  if ((mode & 0o222) !== 0 && isWritable(path)) return
  throw new NotesError(
    'not-written',
    `${path} is read-only; nothing changed`,
    `To allow changes: chmod u+w ${shellWord(path)}`,
    { path },
  )
}

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    // ENOENT: an editor is saving by rename; `swap` detects it.
    return !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')
  }
}

/** An editor that saves with link(2) and unlink(2) leaves two names for a moment. */
const PATIENCE_MS = 200

/** A new version replaces only one name. Any other hard link would silently keep the old text. */
async function refuseHardLinks(path: string): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const others = otherLinks(path)
    if (others === 0) return
    if (performance.now() - begun > PATIENCE_MS) throw hardLinked(path, others)
    await wait(10)
  }
}

/** Counts the hard links besides `path`, except those that a killed writer left behind. */
function otherLinks(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.nlink <= 1) return 0
  const inodeOf = (name: string) => lstatSync(join(dirname(path), name), { throwIfNoEntry: false })?.ino
  const own = readdirSync(dirname(path)).filter(name => readOwnName(path, name) && inodeOf(name) === stat.ino)
  return Math.max(0, stat.nlink - 1 - own.length)
}

function hardLinked(path: string, others: number): NotesError {
  const where = others === 1 ? 'under another name' : `under ${others} other names`
  const [file, copy] = [shellWord(path), shellWord(`${path}.copy`)]
  return new NotesError(
    'not-written',
    `${path} is hard-linked ${where}, which would keep the old text; nothing changed`,
    `Make it a file of its own: cp -p ${file} ${copy} && mv ${copy} ${file}; use a symbolic link for a second name`,
    { path },
  )
}

/**
 * Removes a file if its text is still the expected one, then the folders below `root` that this leaves empty (none by
 * default). Returns whether the file was removed.
 */
export async function removeFile(path: string, expected: string, root = dirname(path)): Promise<boolean> {
  const removed = await withLock(path, () => {
    if (readText(path).text !== expected) return false
    try {
      unlinkSync(path)
      return true
    } catch (error) {
      throw notWritten(path, error)
    }
  })
  if (removed) syncFolder(dirname(path))
  if (removed) removeEmptyFolders(dirname(path), root)
  return removed
}

function removeEmptyFolders(from: string, root: string): void {
  for (let folder = from; folder !== root && folder !== dirname(folder); folder = dirname(folder))
    try {
      rmdirSync(folder)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      return
    }
}
