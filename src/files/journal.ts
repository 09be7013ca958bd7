import { closeSync, existsSync, fstatSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, NotesError } from '../error.ts'
import { withLock } from './lock/lock.ts'
import { nonce, ownPath } from './own-names.ts'
import { type Fields, isFields, parseFields } from './read/json.ts'
import { readWhole } from './read/open-file.ts'
import { readTail } from './read/read-for-hook.ts'
import { makeIgnoredFolder, writeAll, writeAtomically } from './swap/write.ts'

/** Can the change be undone later, and if not, why? The change itself is made either way. */
export type Recorded =
  | { readonly recorded: true; readonly id: string }
  | { readonly recorded: false; readonly reason: string }

/** Above either limit, the journal is compacted to the newest entries that fit into half of both. */
const MAX_LINES = 100
const MAX_BYTES = 2 * 1024 * 1024
/** Only the end of a journal that has outgrown our limits is read. */
const MAX_READ = 4 * MAX_BYTES
/** A longer line is kept without its undo steps. */
export const MAX_LINE = 1024 * 1024

/** Undo is a convenience: do not keep the user waiting for it. */
const PATIENCE = { timeoutMs: 2_000 }

/**
 * Records in `.notes/undo.jsonl` how to undo a change. Runs after the change and never throws. A change that is too
 * large is recorded without its steps, so that undo does not skip it and revert an older change instead.
 */
export async function recordChange(
  root: string,
  change: Omit<ChangeEntry, 'id'>,
  isTooLarge = false,
): Promise<Recorded> {
  const id = nonce()
  const line = JSON.stringify({ id, ...change })
  const tooLarge = isTooLarge || Buffer.byteLength(line) > MAX_LINE
  const files = change.files.map(({ path }) => ({ path }))
  const reason = await tryAppend(root, tooLarge ? JSON.stringify({ id, ...change, files }) : line)
  if (reason !== undefined) return { recorded: false, reason }
  if (tooLarge) return { recorded: false, reason: 'The change is too large to be kept for undo' }
  return { recorded: true, id }
}

/** The newest change that has not been undone. Its files have no step when the change was too large to keep. */
export const lastChange = (root: string): ChangeEntry | undefined => parseJournal(readJournal(root)).at(-1)

/** Every change that the journal still holds, including those that have been undone since. */
export const allChanges = (root: string): readonly ChangeEntry[] => linesOf(readJournal(root)).filter(isEntry)

function readJournal(root: string): string {
  try {
    return readTail(placeIn(root).path, MAX_READ).text
  } catch {
    return ''
  }
}

/** Marks a change as undone; `lastChange` then returns the one before it. */
export async function markUndone(root: string, id: string): Promise<Recorded> {
  const reason = await tryAppend(root, JSON.stringify({ undone: id }))
  return reason === undefined ? { recorded: true, id } : { recorded: false, reason }
}

/** Serializes processes that change several files, or that read the journal to act on it. */
export async function inTurn<T>(root: string, run: () => Promise<T>): Promise<T> {
  const { folder } = placeIn(root)
  try {
    makeIgnoredFolder(folder)
  } catch {
    // If no lock can be created here, neither can a journal, so nothing can race.
    return run()
  }
  return withLock(join(folder, 'turn'), run, TURNS)
}

/** Processes that came first may have a lot to archive or undo. */
const TURNS = { timeoutMs: 60_000 }

async function tryAppend(root: string, line: string): Promise<string | undefined> {
  try {
    const { path, folder } = placeIn(root)
    makeIgnoredFolder(folder)
    // Locked, because a line appended during compaction would go to the old file.
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
  throw new NotesError('unreadable', `${path} is not a file`, 'Remove it')
}

/** Appends in one write, starting a new line even when the last one is torn. */
function append(path: string, line: string): void {
  const fd = openSync(path, 'a+', 0o600)
  try {
    const { size } = fstatSync(fd)
    const isTorn = size > 0 && readWhole(fd, 1, size - 1)[0] !== 10
    writeAll(fd, Buffer.from(`${isTorn ? '\n' : ''}${line}\n`))
  } finally {
    closeSync(fd)
  }
}

async function compact(path: string, isOurs: () => boolean): Promise<void> {
  const { text } = readTail(path, MAX_READ)
  if (text.length <= MAX_BYTES && text.split('\n').length - 1 <= MAX_LINES) return
  const kept: string[] = []
  let size = 0
  for (const entry of parseJournal(text).toReversed()) {
    const line = `${JSON.stringify(entry)}\n`
    size += Buffer.byteLength(line)
    if (kept.length > 0 && (kept.length === MAX_LINES / 2 || size > MAX_BYTES / 2)) break
    kept.unshift(line)
  }
  try {
    await writeAtomically(path, kept.join(''), { mode: 0o600, beforeRename: isOurs })
  } catch {
    // The entry is already in the file; the next change compacts again.
  }
}

/** A change made by one of our commands. */
export interface ChangeEntry {
  readonly id: string
  /** ISO timestamp. */
  readonly at: string
  /** Spelled as typed: `notes question add`. */
  readonly command: string
  readonly files: readonly ChangedFile[]
}

interface ChangedFile {
  /** POSIX path relative to the project root. Unverified input: check it before writing there. */
  readonly path: string
  readonly step?: unknown
}

/** Parses the changes that have not been undone, oldest first. Skips lines that are not journal entries. */
function parseJournal(text: string): ChangeEntry[] {
  const entries = new Map<string, ChangeEntry>()
  for (const value of linesOf(text)) {
    if (typeof value.undone === 'string') entries.delete(value.undone)
    else if (isEntry(value)) entries.set(value.id, value)
  }
  return [...entries.values()]
}

const linesOf = (text: string): readonly Fields[] =>
  text
    .split('\n')
    .map(parseFields)
    .filter(value => value !== undefined)

const isEntry = (value: Fields): value is Fields & ChangeEntry =>
  [value.id, value.at, value.command].every(field => typeof field === 'string') &&
  Array.isArray(value.files) &&
  value.files.every(file => isFields(file) && typeof file.path === 'string')
