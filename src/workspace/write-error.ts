import { dirname } from 'node:path'
import { NotesError } from '../error.ts'
import { codeOf } from './error-code.ts'

const DENIED = 'See that the folder can be written by this user and is not read-only'

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk, then run the command again',
  EDQUOT: 'Your quota is used up: remove files of yours, then run the command again',
  EROFS: 'The file system is mounted read-only: remount it, or work on a copy elsewhere',
  EACCES: DENIED,
  EPERM: DENIED,
  EBUSY: 'Another program keeps the file open: close it there, then run the command again',
  ENOENT: 'The folder is gone: create it, then run the command again',
  ENOTDIR: 'A part of the path is a file, not a folder: name another path',
}

/** Any failure to write, as the error that says so. */
export function notWritten(path: string, error: unknown): NotesError {
  if (error instanceof NotesError) return error
  const code = codeOf(error) ?? 'unknown error'
  const hint = HINTS[code] ?? `See what is wrong with ${dirname(path)}, then run the command again`
  return new NotesError('not-written', `${path} was not written (${code}); nothing changed`, hint, {
    path,
    cause: error,
  })
}
