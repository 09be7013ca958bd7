import { dirname } from 'node:path'
import { codeOf, NotesError } from '../../error.ts'
import { isWindows } from '../lock/this-process.ts'

/** Windows answers the same to a file that another program holds and to one that this user may not write. */
const DENIED = isWindows
  ? 'Another program keeps the file open: close it there, or check that this user can write to the folder'
  : 'Check that this user can write to the folder and that it is not read-only'

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk, then run the command again',
  EDQUOT: 'Your disk quota is used up: delete some files, then run the command again',
  EROFS: 'The file system is mounted read-only: remount it, or work on a copy elsewhere',
  EACCES: DENIED,
  EPERM: DENIED,
  EBUSY: 'Another program keeps the file open: close it there, then run the command again',
  ENOENT: 'The folder is gone: create it, then run the command again',
  ENOTDIR: 'Part of the path is a file, not a folder: name another path',
}

/** Wraps any write failure in a `NotesError`. */
export function notWritten(path: string, error: unknown): NotesError {
  if (error instanceof NotesError) return error
  const code = codeOf(error) ?? 'unknown error'
  const hint = HINTS[code] ?? `Check ${dirname(path)}, then run the command again`
  return new NotesError('not-written', `${path} was not written (${code}); nothing changed`, hint, {
    path,
    cause: error,
  })
}
