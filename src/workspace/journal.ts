import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { codeOf } from './error-code.ts'
import { type ChangeEntry, parseJournal } from './journal-line.ts'
import { withLock } from './lock.ts'
import { nonce } from './own-names.ts'
import { ownPath } from './own-path.ts'
import { writeAll } from './temp-file.ts'
import { createFile, writeAtomically } from './write.ts'

export type { ChangeEntry } from './journal-line.ts'

/** Whether a change can be taken back later; why not, otherwise. The change itself is done either way. */
export type Recorded =
  | { readonly recorded: true; readonly id: string }
  | { readonly recorded: false; readonly reason: string }

/** Above either the journal is compacted to the newest entries that fit into half of it. */
const MOST_LINES = 100
const MOST_BYTES = 2 * 1024 * 1024
/** A line above this is kept without its steps. */
const LONGEST_LINE = 1024 * 1024

/** Nobody waits long for something that is only there for convenience. */
const PATIENCE = { timeoutMs: 2_000 }

/**
 * Writes down how a change is taken back, in `.notes/undo.jsonl`. Never throws: it comes after the change.
 * One that is too large is written down without its steps, so that undo does not take back the one before it.
 */
export async function recordChange(root: string, change: Omit<ChangeEntry, 'id'>): Promise<Recorded> {
  const id = nonce()
  const line = JSON.stringify({ id, ...change })
  const tooLarge = Buffer.byteLength(line) > LONGEST_LINE
  const files = change.files.map(({ path }) => ({ path }))
  const reason = await tryAppend(root, tooLarge ? JSON.stringify({ id, ...change, files }) : line)
  if (reason !== undefined) return { recorded: false, reason }
  if (tooLarge) return { recorded: false, reason: 'The change is too large to be kept for undo' }
  return { recorded: true, id }
}

/** The newest change that was not taken back. A file in it has no step when the change was too large to be kept. */
export function lastChange(root: string): ChangeEntry | undefined {
  try {
    const { path } = placeIn(root)
    return existsSync(path) ? parseJournal(readTail(path)).at(-1) : undefined
  } catch {
    return undefined
  }
}

/** From now on `lastChange` gives the change before. */
export async function markUndone(root: string, id: string): Promise<Recorded> {
  const reason = await tryAppend(root, JSON.stringify({ undone: id }))
  return reason === undefined ? { recorded: true, id } : { recorded: false, reason }
}

/** What changes several files, or reads the journal to act on it, does so one process after the other. */
export async function inTurn<T>(root: string, run: () => Promise<T>): Promise<T> {
  const { folder } = placeIn(root)
  try {
    prepare(folder)
  } catch {
    // No place for a lock: neither is there one for a journal that could be confused.
    return run()
  }
  return withLock(join(folder, 'turn'), run, TURNS)
}

/** Those before may have much to move. */
const TURNS = { timeoutMs: 60_000 }

function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignore = join(folder, '.gitignore')
  if (!existsSync(ignore)) createFile(ignore, '*\n')
}

async function tryAppend(root: string, line: string): Promise<string | undefined> {
  try {
    const { path, folder } = placeIn(root)
    prepare(folder)
    // The lock, because a line appended while the file is being compacted would go into the old one.
    await withLock(
      path,
      async isOurs => {
        append(path, line)
        await compact(path, isOurs)
      },
      PATIENCE,
    )
    return undefined
  } catch (error) {
    return error instanceof NotesError
      ? error.message
      : `The journal was not written (${codeOf(error) ?? error})`
  }
}

function placeIn(root: string): { path: string; folder: string } {
  const path = ownPath(root, '.notes/undo.jsonl')
  if (!existsSync(path) || statSync(path).isFile()) return { path, folder: dirname(path) }
  throw new NotesError('unreadable', `${path} is no file`, 'Remove it')
}

/** One write at the end, on a line of its own even when the last one was torn. */
function append(path: string, line: string): void {
  const fd = openSync(path, 'a+', 0o600)
  try {
    const { size } = fstatSync(fd)
    const last = Buffer.alloc(1)
    const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10
    writeAll(fd, Buffer.from(`${torn ? '\n' : ''}${line}\n`))
  } finally {
    closeSync(fd)
  }
}

async function compact(path: string, isOurs: () => boolean): Promise<void> {
  const text = readTail(path)
  if (text.length <= MOST_BYTES && text.split('\n').length - 1 <= MOST_LINES) return
  const kept: string[] = []
  let size = 0
  for (const entry of parseJournal(text).toReversed()) {
    const line = `${JSON.stringify(entry)}\n`
    size += Buffer.byteLength(line)
    if (kept.length > 0 && (kept.length === MOST_LINES / 2 || size > MOST_BYTES / 2)) break
    kept.unshift(line)
  }
  try {
    await writeAtomically(path, kept.join(''), { mode: 0o600, beforeRename: isOurs })
  } catch {
    // The entry is in the file already; the next one tries again.
  }
}

/** All of it, unless something else made it grow: then its end. */
function readTail(path: string): string {
  const fd = openSync(path, 'r')
  try {
    const { size } = fstatSync(fd)
    const length = Math.min(size, 4 * MOST_BYTES)
    const bytes = Buffer.alloc(length)
    let done = 0
    while (done < length) {
      const count = readSync(fd, bytes, done, length - done, size - length + done)
      if (count === 0) break
      done += count
    }
    return bytes.toString('utf8', 0, done)
  } finally {
    closeSync(fd)
  }
}
