import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, NotesError } from '../../error.ts'
import { withLock } from '../lock/lock.ts'
import { wait } from '../lock/this-process.ts'
import { lockOf, ownPath } from '../own-names.ts'
import { isFolder, namesIn } from '../read/look.ts'
import { makeIgnoredFolder, notWritten, syncFolder } from '../swap/write.ts'
import { updateFile } from '../update-file.ts'
import { appendLog, type PlanLines } from './append-log.ts'
import { rememberMade } from './made-here.ts'
import { EMPTY_LOG, type LogPart, readLog, type SessionInfo } from './read-log.ts'
import { checkSessionId, fileNameOf, type SessionId, sessionOfFile } from './session-id.ts'

const FOLDER = '.notes/sessions'

/** The folder of a project's sessions. Throws when it leads out of the project. */
const folderIn = (root: string): string => ownPath(root, FOLDER)

const archiveIn = (root: string): string => ownPath(root, `${FOLDER}/archive`)

export const sessionPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/${fileNameOf(id)}`)

export const archivedPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/archive/${fileNameOf(id)}`)

/** The file that holds the name of the current session, for callers that cannot name one themselves. */
export const currentPathOf = (root: string): string => ownPath(root, `${FOLDER}/current`)

/** The sessions of a project, each in its own file below `.notes/sessions`. */
export function sessionFiles(root: string) {
  if (typeof root !== 'string')
    throw new NotesError('usage', `${typeof root} is not a folder`, 'Pass the path of the project folder')
  return {
    /** Reads a session, including an archived one. */
    async read(id: string, after?: string): Promise<LogPart> {
      const checked = checkSessionId(id)
      const path = sessionPathOf(root, checked)
      for (let tries = 0; ; tries += 1) {
        // Looks in the regular place again after the archive, since the session may have come back meanwhile.
        const part =
          readLog(path, after) ??
          readLog(archivedPathOf(root, checked), after) ??
          readLog(path, after) ??
          EMPTY_LOG
        const isTorn = part.problems.some(({ what }) => what === 'is torn')
        // Another process may be writing that line now.
        if (!isTorn || tries === 5 || !existsSync(lockOf(path))) return part
        await wait(10)
      }
    },

    /** Appends to a session. Creates a missing one, and takes an archived one out of the archive. */
    async append(id: string, after: string | undefined, plan: PlanLines): Promise<LogPart> {
      const checked = checkSessionId(id)
      if (typeof plan !== 'function')
        throw new NotesError(
          'usage',
          `${typeof plan} is not a plan`,
          'Pass a function that returns the entries to add',
        )
      const path = sessionPathOf(root, checked)
      makeFolder(root)
      // `default` is the only session used without being named.
      const isNew = checked === 'default' && !existsSync(path)
      const part = await appendLog(path, after, plan, () => bringBack(root, checked))
      if (isNew && existsSync(path)) rememberMade(path)
      return part
    },

    async list(): Promise<readonly SessionInfo[]> {
      const found = [...filesIn(folderIn(root), false), ...filesIn(archiveIn(root), true)]
      return found.sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1))
    },

    /**
     * Archives a session. Returns false when there is none, or when something was added after `since`. Deletes
     * nothing.
     */
    async archive(id: string, since = Number.POSITIVE_INFINITY): Promise<boolean> {
      return putAway(root, checkSessionId(id), since)
    },
  }
}

export function makeFolder(root: string): void {
  const folder = folderIn(root)
  try {
    makeIgnoredFolder(folder)
  } catch (error) {
    if (isFolder(folder)) throw notWritten(folder, error)
    throw new NotesError(
      'not-written',
      `The folder ${folder} cannot be created (${codeOf(error) ?? error}); nothing changed`,
      'Check that .notes and .notes/sessions do not exist yet, or are folders that this user can write to',
      { path: folder, cause: error },
    )
  }
}

function filesIn(folder: string, archived: boolean): SessionInfo[] {
  return namesOrThrow(folder).flatMap(name => {
    const id = sessionOfFile(name)
    if (id === undefined) return []
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() === true ? [{ id, changed: stat.mtimeMs, bytes: stat.size, archived }] : []
  })
}

function namesOrThrow(folder: string): readonly string[] {
  if (!isFolder(folder)) return []
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new NotesError(
      'unreadable',
      `The folder ${folder} cannot be read (${codeOf(error) ?? error})`,
      'Give yourself permission to read it',
      { path: folder, cause: error },
    )
  }
}

/**
 * Moves a session from the archive to its regular place; false when it is not there. The caller must hold the lock of
 * that place: a process that waited for the lock must not start a second log beside the one archived meanwhile.
 */
function bringBack(root: string, id: SessionId): boolean {
  const archived = archivedPathOf(root, id)
  if (!existsSync(archived)) return false
  rename(archived, sessionPathOf(root, id))
  return true
}

/** Archives a session. Returns false when there is none, or when something was added after `since`. */
async function putAway(root: string, id: SessionId, since: number): Promise<boolean> {
  const path = sessionPathOf(root, id)
  const to = archivedPathOf(root, id)
  // Looking for a missing session must not create the folder for its lock.
  if (!existsSync(path)) return false
  return withLock(path, () => {
    const stat = statSync(path, { throwIfNoEntry: false })
    // A process that had the log open may have written to it since the log was found to be old.
    if (stat === undefined || stat.mtimeMs > since) return false
    if (existsSync(to))
      throw new NotesError('conflict', `${to} already exists`, 'Move it away, then run this again', {
        path: to,
      })
    rename(path, to)
    return true
  })
}

function rename(from: string, to: string): void {
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    renameSync(from, to)
    syncFolder(dirname(to))
    syncFolder(dirname(from))
  } catch (error) {
    throw notWritten(to, error)
  }
}

interface TornLog {
  readonly path: string
  readonly lines: readonly number[]
}

/** Counts the sessions of a project, and lists the lines of their logs that cannot be read. */
export function tornLogs(root: string): { readonly logs: number; readonly torn: readonly TornLog[] } {
  const folder = folderIn(root)
  const paths = namesIn(folder)
    .filter(name => sessionOfFile(name) !== undefined)
    .map(name => join(folder, name))
  const torn = paths
    .map(path => ({ path, lines: (readLog(path)?.problems ?? []).map(({ line }) => line) }))
    .filter(({ lines }) => lines.length > 0)
  return { logs: paths.length, torn }
}

/** Moves lines out of a log to a file beside it. The other lines do not change. */
export async function removeTornLines(path: string, lines: readonly number[]): Promise<void> {
  let moved = ''
  await updateFile(path, text => {
    const all = text.split(/(?<=\n)/)
    moved = all.filter((_, index) => lines.includes(index + 1)).join('')
    return all.filter((_, index) => !lines.includes(index + 1)).join('')
  })
  appendFileSync(`${path}.torn`, moved.endsWith('\n') ? moved : `${moved}\n`, { mode: 0o600 })
}
