import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync } from 'node:fs'
import { codeOf, NotesError } from '../../error.ts'
import { parseFields } from '../read/json.ts'
import { openWhenFree, readWhole } from '../read/open-file.ts'
import { SAFELY } from '../user/user-folder.ts'

/** One entry of a session's log, with its line number for messages. */
export interface StoredLine {
  readonly line: number
  readonly value: unknown
}

/** A part of a log that could not be read and was skipped. */
export interface Problem {
  readonly line: number
  readonly what: string
  readonly path?: string
}

/** The content of a log: all of it (`whole`), or what was added since a cursor. */
export interface LogPart {
  readonly lines: readonly StoredLine[]
  readonly problems: readonly Problem[]
  /** True when this is the whole log and replaces what was read before. */
  readonly whole: boolean
  /** Pass it to the next read to get only what is new. Opaque to everything but the store. */
  readonly cursor: string
}

export interface SessionInfo {
  readonly id: string
  /** The time of the last addition, in milliseconds. */
  readonly changed: number
  readonly bytes: number
  readonly archived: boolean
}

export const EMPTY_LOG: LogPart = { lines: [], problems: [], whole: true, cursor: '' }

/** V8 cannot hold a longer string. */
const MAX_BYTES = 512 * 1024 * 1024

/** Reads a log of JSON lines; undefined when there is none. Needs no lock, as lines are only ever appended. */
export function readLog(path: string, after?: string): LogPart | undefined {
  const fd = openLog(path, constants.O_RDONLY)
  if (fd === undefined) return undefined
  try {
    return readOpenLog(fd, path, after).part
  } finally {
    closeSync(fd)
  }
}

/** Opens a log if it is a regular file; undefined when there is none and `flags` do not create it. */
export function openLog(path: string, flags: number): number | undefined {
  try {
    return openWhenFree(path, flags | SAFELY, 0o600)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      if ((flags & constants.O_CREAT) === 0) return undefined
      throw error
    }
    if (code === 'EISDIR' || code === 'ELOOP' || code === 'ENXIO' || code === 'EMLINK') throw noLog(path)
    if ((flags & constants.O_RDWR) !== 0) throw error
    throw new NotesError(
      'unreadable',
      `${path} cannot be read (${code ?? error})`,
      'Give yourself permission to read it, or name another session with --session',
      { path, cause: error },
    )
  }
}

/** Throws if a log of this size could not be read. */
export function refuseTooLarge(path: string, size: number): void {
  if (size > MAX_BYTES)
    throw new NotesError(
      'unreadable',
      `${path} is larger than 512 MiB`,
      'Move it away; `notes pad import` can fill the session again from a smaller export',
      { path },
    )
}

/**
 * Reads an open log. `unfinished` means that its last line has no line break, so the next write must begin with
 * one.
 */
export function readOpenLog(
  fd: number,
  path: string,
  after?: string,
): { readonly part: LogPart; readonly size: number; readonly unfinished: boolean } {
  const stat = fstatSync(fd)
  if (!stat.isFile()) throw noLog(path)
  refuseTooLarge(path, stat.size)
  const identity = `${stat.dev}-${stat.ino}`
  const { identity: known, offset, line } = readCursor(after)
  const continues = known === identity && offset <= stat.size
  const from = continues ? offset : 0
  const bytes = readWhole(fd, stat.size - from, from)
  const { lines, problems, length, next } = parseLines(bytes, continues ? line : 1, path)
  const part = {
    lines,
    problems,
    whole: !continues,
    cursor: printCursor({ identity, offset: from + length, line: next }),
  }
  return { part, size: stat.size, unfinished: isUnfinished(fd, bytes, stat.size) }
}

/** A position in a log: the file, the number of bytes read so far, and the number of the next line. */
interface Cursor {
  readonly identity: string
  readonly offset: number
  readonly line: number
}

const printCursor = ({ identity, offset, line }: Cursor): string => `${identity}:${offset}:${line}`

function readCursor(cursor = ''): Cursor {
  const [identity = '', offset = 0, line = 1] = cursor.split(':')
  return { identity, offset: Number(offset), line: Number(line) }
}

function isUnfinished(fd: number, read: Buffer, size: number): boolean {
  if (size === 0) return false
  return (read.length > 0 ? read : readWhole(fd, 1, size - 1)).at(-1) !== 10
}

function noLog(path: string): NotesError {
  return new NotesError(
    'unreadable',
    `${path} is not a regular file`,
    'Move it away, or name another session with --session',
    { path },
  )
}

/**
 * Parses JSON lines, numbered from `first` up to, but not including, `next`. `length` counts the bytes consumed: all of
 * them, except a last line that is torn or still being written.
 */
function parseLines(bytes: Buffer, first: number, path: string) {
  const lines: StoredLine[] = []
  const problems: Problem[] = []
  const isSound = isUtf8(bytes)
  const end = bytes.lastIndexOf(10) + 1
  let number = first
  const read = (text: string, isLast: boolean): boolean => {
    const value = parseFields(text.replace(/^\uFEFF/, ''))
    if (value === undefined && text.trim() === '') return false
    // The user may have written U+FFFD; it is damage only if the bytes are not valid UTF-8.
    const isDamaged = !isSound && text.includes('\uFFFD')
    if (value !== undefined && !isDamaged) lines.push({ line: number, value })
    else problems.push({ line: number, what: isLast ? 'is torn' : whatIsWrong(value !== undefined), path })
    return value !== undefined
  }
  if (end > 0)
    for (const text of bytes.toString('utf8', 0, end - 1).split('\n')) {
      read(text, false)
      number += 1
    }
  const rest = bytes.toString('utf8', end)
  const complete = read(rest, true)
  // A complete last line still lacks its line break. The next read begins with that break, so with the same number.
  return { lines, problems, length: complete ? bytes.length : end, next: number }
}

const whatIsWrong = (isJson: boolean) => (isJson ? 'has bytes that are not UTF-8' : 'is not a JSON object')
