import { isUtf8 } from 'node:buffer'
import { closeSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { codeOf, NotesError } from '../../error.ts'
import { fromProjectRoot, type Resolved, resolverInside, toProjectRoot } from '../safe-path.ts'
import { entriesIn } from './look.ts'
import { openFile, readWhole } from './open-file.ts'

/** The content of a cited code file, or why it cannot be read. */
export type Code =
  | { readonly text: string }
  | { readonly problem: 'missing' | 'outside' | 'unreadable' | 'too-large' | 'directory' }

export interface CodeFiles {
  /** `path` is relative to the project root. Never throws. */
  read(path: string): Code
  /** `/home/me/project/src/a.ts` and `~/project/src/a.ts` -> `src/a.ts`; undefined outside the project. */
  readonly toProject: (path: string) => string | undefined
}

const MIB = 1024 * 1024

/** The size of the cache in UTF-16 units. A search through a large project must not keep all its files in memory. */
const MAX_KEPT = 64 * MIB

/** Reads code inside `root`. Caches each file, so a later change is visible only to a new reader. */
export function codeReader(root: string, { maxBytes = 20 * MIB } = {}): CodeFiles {
  const kept = new Map<string, Code>()
  const inside = resolverInside(root)
  let size = 0
  const keep = (path: string, code: Code) => {
    kept.set(path, code)
    size += sizeOf(code)
    for (const [oldest, old] of kept) {
      if (size <= MAX_KEPT || oldest === path) break
      kept.delete(oldest)
      size -= sizeOf(old)
    }
    return code
  }
  return {
    read: path => kept.get(path) ?? keep(path, readCode(inside(path), maxBytes)),
    toProject: path => toProject(root, path),
  }
}

const sizeOf = (code: Code): number => ('text' in code ? code.text.length : 0)

function toProject(root: string, path: string): string | undefined {
  const absolute = /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path
  // `C:\x` is an absolute path only on Windows, and must not be taken for a name below the root.
  if (!isAbsolute(absolute)) return undefined
  return fromProjectRoot(toProjectRoot(root, absolute, root) ?? '')
}

/**
 * Evidence in a clone can name any file of the project, and a message quotes the closest line of that file. Files that
 * by nature hold secrets, and are usually not committed, are not read as code.
 */
const PRIVATE =
  /[\\/](?:\.(?:git|ssh|aws|gnupg)[\\/]|\.env(?!\.(?:example|sample|template|dist)$)(?:\.[^\\/]*)?$|\.(?:npmrc|netrc|pypirc|pgpass)$|id_(?:rsa|dsa|ecdsa|ed25519)$|credentials$|[^\\/]*\.(?:pem|key|p12|pfx|jks|keystore)$)/i

function readCode(resolved: Resolved, maxBytes: number): Code {
  if (!resolved.ok) return { problem: resolved.reason === 'invalid' ? 'unreadable' : 'outside' }
  if (PRIVATE.test(resolved.real)) return { problem: 'unreadable' }
  try {
    // Opening a device can have side effects (a tape rewinds, a terminal is taken over), so check its type first.
    const stat = statSync(resolved.real)
    if (stat.isDirectory()) return { problem: 'directory' }
    if (!stat.isFile()) return { problem: 'unreadable' }
    const bytes = readBytes(resolved.real, maxBytes)
    if (bytes === undefined) return { problem: 'too-large' }
    const text = decodeCode(bytes)
    return text === undefined ? { problem: 'unreadable' } : { text }
  } catch (error) {
    return { problem: isAbsent(error) ? 'missing' : 'unreadable' }
  }
}

function readBytes(path: string, maxBytes: number): Buffer | undefined {
  const { fd, stat } = openFile(path)
  try {
    return stat.size > maxBytes ? undefined : readWhole(fd, Number(stat.size))
  } finally {
    closeSync(fd)
  }
}

/**
 * Quotes are mostly ASCII, which is the same in all the other encodings used for code, so text that is not UTF-8 is
 * read as Latin-1 instead of being rejected. Undefined for binary content.
 */
function decodeCode(bytes: Buffer): string | undefined {
  const text = decodeUtf16(bytes) ?? (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1'))
  if (text.includes('\0')) return undefined
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function decodeUtf16(bytes: Buffer): string | undefined {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return whole.toString('utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(whole).swap16().toString('utf16le')
  return undefined
}

function isAbsent(error: unknown): boolean {
  if (error instanceof NotesError) return error.code === 'not-found'
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Folders of installed, built or cached files, which are large and never cited. */
const SKIPPED = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target', 'coverage'],
  ...['__pycache__', 'venv', '.venv', '.git', '.hg', '.svn', '.cache', '.next', '.notes', '.tox'],
])

const MAX_FILES = 50_000

/** Lists the files below a folder, nearest first, up to a limit. Does not follow links to folders. */
export function walkFiles(folder: string, max = MAX_FILES): readonly string[] {
  const found: string[] = []
  let level: readonly string[] = ['']
  while (level.length > 0 && found.length < max) {
    const next: string[] = []
    for (const inside of level)
      for (const entry of entriesIn(join(folder, inside))) {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(path)
        else if (!entry.isDirectory() && found.length < max) found.push(path)
      }
    level = next
  }
  return found
}
