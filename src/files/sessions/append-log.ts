import { closeSync, constants, fsyncSync, ftruncateSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotesError } from '../../error.ts'
import { withLock } from '../lock/lock.ts'
import { notWritten, syncFolder, writeAll } from '../swap/write.ts'
import { EMPTY_LOG, type LogPart, openLog, readOpenLog, refuseTooLarge } from './read-log.ts'

/**
 * Returns the lines to add, given those that were added since the cursor. Runs under the lock, so no other process
 * writes meanwhile.
 */
export type PlanLines = (fresh: LogPart) => readonly object[]

/**
 * Appends lines to a log under its lock. Once this returns they are on disk; if it throws, nothing was added. If a
 * killed process left a half-written line, the new ones start on a line of their own. When the log is not in its
 * place, `fetch` is called under the lock; it returns true if it moved the log there.
 */
export async function appendLog(
  path: string,
  after: string | undefined,
  plan: PlanLines,
  fetch: () => boolean,
): Promise<LogPart> {
  return withLock(path, isOurs => {
    const present = open(path, 0) ?? (fetch() ? open(path, 0) : undefined)
    if (present !== undefined) return addTo(present, path, after, plan, isOurs)
    // An empty plan must not leave an empty file behind.
    const values = planned(plan, EMPTY_LOG)
    if (values.length === 0) return EMPTY_LOG
    const made = open(path, constants.O_CREAT)
    if (made === undefined) throw new Error('A file that is created is there')
    return addTo(made, path, undefined, () => values, isOurs)
  })
}

function addTo(
  fd: number,
  path: string,
  after: string | undefined,
  plan: PlanLines,
  isOurs: () => boolean,
): LogPart {
  try {
    const { part, size, unfinished } = readOpenLog(fd, path, after)
    const values = planned(plan, part)
    if (values.length === 0) return { ...part, lines: [], problems: [], whole: false }
    const text = values.map(value => `${JSON.stringify(value)}\n`).join('')
    const bytes = Buffer.from(unfinished ? `\n${text}` : text)
    if (!isOurs())
      throw new NotesError('locked', `${path} was taken over by another process`, 'Run this again', { path })
    // The lines are read back after the write, and reading fails above this size.
    refuseTooLarge(path, size + bytes.length)
    addOrTakeBack(fd, path, bytes, size)
    if (size === 0) syncFolder(dirname(path))
    return readOpenLog(fd, path, part.cursor).part
  } finally {
    closeSync(fd)
  }
}

/** Plans come from library callers, so the return type is checked. */
function planned(plan: PlanLines, fresh: LogPart): readonly object[] {
  const values: unknown = plan(fresh)
  if (Array.isArray(values)) return values
  throw new NotesError(
    'usage',
    'The plan did not return a list of entries; nothing changed',
    'Return a list of objects',
  )
}

function open(path: string, create: number): number | undefined {
  try {
    return openLog(path, constants.O_RDWR | constants.O_APPEND | create)
  } catch (error) {
    throw notWritten(path, error)
  }
}

/**
 * Appends the bytes. If that fails, truncates the file back to `size`, so that "nothing changed" is true: a full disk
 * may accept half a line.
 */
function addOrTakeBack(fd: number, path: string, bytes: Buffer, size: number): void {
  try {
    writeAll(fd, bytes)
    fsyncSync(fd)
  } catch (error) {
    try {
      ftruncateSync(fd, size)
      // The file was created by this call; an empty one would look like a session.
      if (size === 0) unlinkSync(path)
    } catch {
      // Readers skip the half line and report it.
    }
    throw notWritten(path, error)
  }
}
