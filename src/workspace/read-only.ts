import { accessSync, constants } from 'node:fs'
import { NotesError } from '../error.ts'
import { codeOf } from './error-code.ts'
import { shellWord } from './shell-word.ts'
import type { Version } from './stamp.ts'

/**
 * A new version takes a file's place, for which its folder must be writable and the file need not be. Somebody who
 * made it read-only still meant it. The mode as well, because root may write to anything.
 */
export function refuseReadOnly(path: string, { mode }: Pick<Version, 'mode'>): void {
  if ((mode & 0o222) !== 0 && isWritable(path)) return
  throw new NotesError(
    'not-written',
    `${path} is read-only; nothing changed`,
    `If it is meant to be changed: chmod u+w ${shellWord(path)}`,
    { path },
  )
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    // ENOENT: an editor that saves by renaming is just at it, which `swap` will notice.
    return !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')
  }
}
