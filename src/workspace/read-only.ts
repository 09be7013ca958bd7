import { accessSync, constants } from 'node:fs'
import { NotesError } from '../error.ts'
import { codeOf } from './error-code.ts'
import { shellWord } from './shell-word.ts'
import type { Version } from './stamp.ts'

/**
 * Replacing a file needs a writable folder, not a writable file. But a user who made the file read-only meant it.
 * The mode is checked too, because root may write to anything.
 */
export function refuseReadOnly(path: string, { mode }: Pick<Version, 'mode'>): void {
  if ((mode & 0o222) !== 0 && isWritable(path)) return
  throw new NotesError(
    'not-written',
    `${path} is read-only; nothing changed`,
    `To allow changes: chmod u+w ${shellWord(path)}`,
    { path },
  )
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    // ENOENT: an editor is saving by rename; `swap` detects it.
    return !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')
  }
}
