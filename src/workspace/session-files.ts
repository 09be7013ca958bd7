import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NotesError } from '../error.ts'
import { appendLog, type PlanLines } from './append-log.ts'
import { codeOf } from './error-code.ts'
import { withLock } from './lock.ts'
import { isFolder } from './look.ts'
import { lockOf } from './own-names.ts'
import { EMPTY_LOG, type LogPart, readLog } from './read-log.ts'
import { checkSessionId, isSessionId } from './session-id.ts'
import { archivedPathOf, ENDING, folderIn, sessionPathOf } from './session-paths.ts'
import { syncFolder } from './temp-file.ts'
import { wait } from './wait.ts'
import { createFile } from './write.ts'
import { notWritten } from './write-error.ts'

/** A session as it lies in its folder. */
export interface SessionFile {
  readonly id: string
  /** When something was last added, in milliseconds. */
  readonly changed: number
  readonly bytes: number
  readonly archived: boolean
}

/** The sessions of a project, each in a file of its own below `.notes/sessions`. */
export function sessionFiles(root: string) {
  if (typeof root !== 'string')
    throw new NotesError('usage', `${typeof root} is no folder`, 'Give the folder of the project')
  return {
    /** What a session says; one that is archived can still be read. */
    async read(id: string, after?: string): Promise<LogPart> {
      const path = sessionPathOf(root, checkSessionId(id))
      for (let tries = 0; ; tries += 1) {
        const part =
          readLog(path, after) ?? readLog(archivedPathOf(root, checkSessionId(id)), after) ?? EMPTY_LOG
        const isTorn = part.problems.some(({ what }) => what === 'is torn')
        // Somebody may be writing that line just now.
        if (!isTorn || tries === 5 || !existsSync(lockOf(path))) return part
        await wait(10)
      }
    },

    /** Adds to a session, which is made if there is none, and taken out of the archive if it is there. */
    async append(id: string, after: string | undefined, plan: PlanLines): Promise<LogPart> {
      const checked = checkSessionId(id)
      const path = sessionPathOf(root, checked)
      makeFolder(root)
      if (!existsSync(path) && existsSync(archivedPathOf(root, checked)))
        await move(path, archivedPathOf(root, checked), path)
      return appendLog(path, after, plan)
    },

    async list(): Promise<readonly SessionFile[]> {
      const folder = folderIn(root)
      return [...filesIn(folder, false), ...filesIn(join(folder, 'archive'), true)].sort(
        (a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1),
      )
    },

    /** Puts a session away; false when there is none. Nothing is deleted. */
    async archive(id: string): Promise<boolean> {
      const checked = checkSessionId(id)
      const path = sessionPathOf(root, checked)
      if (!existsSync(path)) return false
      mkdirSync(join(folderIn(root), 'archive'), { recursive: true, mode: 0o700 })
      const to = archivedPathOf(root, checked)
      if (existsSync(to))
        throw new NotesError('conflict', `${to} is there already`, `Move it away, then run this again`, {
          path: to,
        })
      return move(path, path, to)
    },
  }
}

/** Under the lock of the session, so that nobody adds to a file that is being moved. */
async function move(lock: string, from: string, to: string): Promise<boolean> {
  return withLock(lock, () => {
    try {
      if (!existsSync(from) || existsSync(to)) return false
      renameSync(from, to)
      syncFolder(join(to, '..'))
      return true
    } catch (error) {
      throw notWritten(to, error)
    }
  })
}

/** The folder keeps itself out of git, wherever it is copied to. */
export function makeFolder(root: string): void {
  const folder = folderIn(root)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const ignore = join(folder, '.gitignore')
    if (!existsSync(ignore)) createFile(ignore, '*\n')
  } catch (error) {
    if (isFolder(folder)) throw notWritten(folder, error)
    throw new NotesError(
      'not-written',
      `The folder ${folder} cannot be made (${codeOf(error) ?? error}); nothing changed`,
      'See that .notes and .notes/sessions are folders which this user can write, or do not exist yet',
      { path: folder, cause: error },
    )
  }
}

function filesIn(folder: string, archived: boolean): SessionFile[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder).flatMap(name => {
    const id = name.slice(0, -ENDING.length)
    if (!name.endsWith(ENDING) || !isSessionId(id)) return []
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() === true ? [{ id, changed: stat.mtimeMs, bytes: stat.size, archived }] : []
  })
}
