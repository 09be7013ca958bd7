import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, sep } from 'node:path'
import { codeOf } from '../../error.ts'

export type UserFolderKind = 'cache' | 'state'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Our folder below the user's cache or state folder. Files that may be shown to a model live here, not in the project,
 * because everything in a project can come with a clone. Undefined when there is none, or when it is not ours alone
 * (another owner, open to others); everything works without it. With `create`, it is created if missing.
 */
export function userFolder(kind: UserFolderKind, env: Environment, create = false): string | undefined {
  const folder = userFolderPath(kind, env)
  if (folder === undefined) return undefined
  const found = ownFolder(folder)
  if (found !== undefined || !create) return found
  try {
    makePrivate(folder)
  } catch {
    return undefined
  }
  return ownFolder(folder)
}

/** If the folder is a link, checks its target. `lstat` would be one more function to compile, at 0.15 ms. */
function ownFolder(folder: string): string | undefined {
  try {
    return isOwn(statSync(folder), 'folder') ? folder : undefined
  } catch {
    return undefined
  }
}

/** The path of a file in that folder; undefined without a folder. */
export function userFile(
  kind: UserFolderKind,
  env: Environment,
  name: string,
  create = false,
): string | undefined {
  const folder = userFolder(kind, env, create)
  return folder === undefined ? undefined : `${folder}${sep}${name}`
}

/** A file name for data about a path: a hash of the real path. Hashes can collide, so compare the path too. */
export const nameFor = (real: string): string => `${hash(real)}${hash(real, 0x2f0b4c47)}`

/** The real path of a folder; undefined when it does not exist. */
export function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder)
  } catch {
    return undefined
  }
}

/** Flags to open a file that could be a link or a pipe. Windows has neither flag. */
export const SAFELY: number = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads a file that only this user can have written; undefined otherwise, or when there is none. */
export function readOwnFile(path: string | undefined, maxBytes: number = MAX_BYTES): string | undefined {
  if (path === undefined) return undefined
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | SAFELY)
    const stat = fstatSync(descriptor)
    return isOwn(stat, 'file') && stat.size <= maxBytes ? readFileSync(descriptor, 'utf8') : undefined
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/**
 * Replaces a file for `readOwnFile` to read. Does not rename, since that would wait for the disk, so a concurrent
 * reader may find no file, or half of one. Returns false when the disk is full or another process is writing the same
 * file; everything works without these files.
 */
export function writeOwnFile(path: string | undefined, text: string): boolean {
  if (path === undefined) return false
  removeOwnFile(path)
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

export function removeOwnFile(path: string | undefined): void {
  try {
    if (path !== undefined) unlinkSync(path)
  } catch {
    // Another process was faster.
  }
}

/** Removes the `max / 2` oldest files whose names start with `start`, when there are at least `max`. */
export function pruneOwnFiles(folder: string, start: string, max: number): void {
  try {
    const names = readdirSync(folder).filter(name => name.startsWith(start))
    if (names.length < max) return
    const byAge = names
      .map(name => ({ path: `${folder}${sep}${name}`, at: statSync(`${folder}${sep}${name}`).mtimeMs }))
      .sort((one, other) => one.at - other.at)
    for (const { path } of byAge.slice(0, max / 2)) removeOwnFile(path)
  } catch {
    // Another process may be pruning at the same time.
  }
}

/** Like `writeOwnFile`, but in place, in a sixth of the time. Does nothing when the text is longer than the file. */
export function rewriteOwnFile(path: string, text: string): void {
  const descriptor = openSync(path, constants.O_RDWR | SAFELY)
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(size, ' ')
    if (Buffer.byteLength(text) > size) return
    bytes.write(text)
    writeSync(descriptor, bytes, 0, size, 0)
  } finally {
    closeSync(descriptor)
  }
}

/** More than any of our files needs, except copies of a notes file. */
const MAX_BYTES = 1 << 20

// `process` is the global: importing it would load a module that bare node does not.

/** The folder set by XDG, on any platform, else the platform's own. A relative path in the environment is ignored. */
export function userFolderPath(kind: UserFolderKind, env: Environment): string | undefined {
  const set = kind === 'cache' ? env.XDG_CACHE_HOME : env.XDG_STATE_HOME
  if (set && isAbsolute(set)) return `${set}${sep}notesmd`
  if (process.platform === 'win32') return below(env.LOCALAPPDATA, ['notesmd', kind])
  if (process.platform === 'darwin')
    return below(env.HOME, ['Library', kind === 'cache' ? 'Caches' : 'Application Support', 'notesmd'])
  return below(env.HOME, kind === 'cache' ? ['.cache', 'notesmd'] : ['.local', 'state', 'notesmd'])
}

const below = (folder: string | undefined, names: readonly string[]): string | undefined =>
  folder && isAbsolute(folder) ? [folder, ...names].join(sep) : undefined

function makePrivate(folder: string): void {
  makeFolders(folder)
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o077) !== 0)
    chmodSync(folder, 0o700)
}

/**
 * Creates a folder and its parents. Does not use `recursive`: in a folder such as /proc, where nothing can be made,
 * Node 20 tries forever.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process has just made it.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Windows has neither uid nor mode; there the profile folder itself is closed to others. */
function isOwn(stat: Stats, what: 'file' | 'folder'): boolean {
  if (!(what === 'file' ? stat.isFile() : stat.isDirectory())) return false
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0)
}

/** FNV-1a: loading `node:crypto` would cost 1.7 ms. */
export function hash(text: string, seed = 0x811c9dc5): string {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}
