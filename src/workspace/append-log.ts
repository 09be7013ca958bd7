import { closeSync, constants, fsyncSync, ftruncateSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { NotesError } from '../error.ts'
import { withLock } from './lock.ts'
import { EMPTY_LOG, type LogPart, openLog, printCursor, readCursor, readOpenLog } from './read-log.ts'
import { syncFolder, writeAll } from './temp-file.ts'
import { notWritten } from './write-error.ts'

/** What to add, given what was added since the cursor. Nobody else writes meanwhile. */
export type PlanLines = (fresh: LogPart) => readonly object[]

/**
 * Adds lines at the end of a log, under its lock. When this returns they are on the disk; when it throws, nothing
 * was added. A line that a killed process left half written stays on a line of its own. `fetch` is asked, under the
 * lock, for a log that is not in its place, and says whether it moved it there.
 */
export async function appendLog(
  path: string,
  after: string | undefined,
  plan: PlanLines,
  fetch: () => boolean = () => false,
): Promise<LogPart> {
  return withLock(path, isOurs => {
    const present = open(path, 0) ?? (fetch() ? open(path, 0) : undefined)
    if (present !== undefined) return addTo(present, path, after, plan, isOurs)
    // A plan that comes to nothing leaves no empty file behind.
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
    addOrTakeBack(fd, path, bytes, size)
    if (size === 0) syncFolder(dirname(path))
    return afterwards(part, values, size, bytes.length)
  } finally {
    closeSync(fd)
  }
}

/** Plans come from whoever uses the store. */
function planned(plan: PlanLines, fresh: LogPart): readonly object[] {
  const values: unknown = plan(fresh)
  if (Array.isArray(values)) return values
  throw new NotesError(
    'usage',
    'The plan gave no list of entries; nothing changed',
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

/** A full disk takes the first half of a line: it is taken back, so that "nothing changed" is true. */
function addOrTakeBack(fd: number, path: string, bytes: Buffer, size: number): void {
  try {
    writeAll(fd, bytes)
    fsyncSync(fd)
  } catch (error) {
    try {
      ftruncateSync(fd, size)
      // One that was made for this is no session, only the name of one.
      if (size === 0) unlinkSync(path)
    } catch {
      // The half line is skipped and named by whoever reads it.
    }
    throw notWritten(path, error)
  }
}

/** The added lines as a later read would give them; what was torn before them is a line of its own now. */
function afterwards(part: LogPart, values: readonly object[], size: number, added: number): LogPart {
  const { identity, offset, line } = readCursor(part.cursor)
  const first = line + (offset < size ? 1 : 0)
  return {
    lines: values.map((value, index) => ({ line: first + index, value })),
    problems: [],
    whole: false,
    cursor: printCursor({ identity, offset: size + added, line: first + values.length }),
  }
}
