import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NotesError } from '../error.ts'
import { withLock } from './lock.ts'
import { formerNameOf } from './session-file-name.ts'
import type { SessionId } from './session-id.ts'
import { archivedPathOf, archiveIn, folderIn, sessionPathOf } from './session-paths.ts'
import { syncFolder } from './temp-file.ts'
import { notWritten } from './write-error.ts'

/** The paths where a session may be stored: its regular place, its earlier name, the archive. */
export function placesOf(root: string, id: SessionId): readonly string[] {
  const [path, archived] = [sessionPathOf(root, id), archivedPathOf(root, id)]
  const former = formerNameOf(id)
  return former === undefined
    ? [path, archived]
    : [path, ...named(folderIn(root), former), archived, ...named(archiveIn(root), former)]
}

/** A file with exactly this name: a case-insensitive disk opens `a.jsonl` as `A.jsonl` too. */
function named(folder: string, name: string): readonly string[] {
  try {
    return readdirSync(folder).includes(name) ? [join(folder, name)] : []
  } catch {
    return []
  }
}

/**
 * Moves a session to its regular place from wherever it is; false when there is none. Requires the lock of that
 * place: a process that waited for it must not start a second log beside the one that was archived meanwhile.
 */
export function bringBack(root: string, id: SessionId): boolean {
  const [path = '', ...others] = placesOf(root, id)
  const from = others.find(other => existsSync(other))
  if (from === undefined) return false
  rename(from, path)
  return true
}

/** Archives a session. Returns false when there is none, or when something was added after `since`. */
export async function putAway(root: string, id: SessionId, since: number): Promise<boolean> {
  const path = sessionPathOf(root, id)
  const to = archivedPathOf(root, id)
  const findPlace = () =>
    placesOf(root, id).find(place => dirname(place) === dirname(path) && existsSync(place))
  // Looking for a missing session must not create the folder for its lock.
  if (findPlace() === undefined) return false
  return withLock(path, () => {
    const from = findPlace()
    // A process that had it open may have written since it was found to be old.
    if (from === undefined || statSync(from).mtimeMs > since) return false
    if (existsSync(to))
      throw new NotesError('conflict', `${to} already exists`, 'Move it away, then run this again', {
        path: to,
      })
    rename(from, to)
    return true
  })
}

function rename(from: string, to: string): void {
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    renameSync(from, to)
    syncFolder(dirname(to))
    if (basename(dirname(from)) !== basename(dirname(to))) syncFolder(dirname(from))
  } catch (error) {
    throw notWritten(to, error)
  }
}
