import { closeSync, realpathSync } from 'node:fs'
import { NotesError } from '../error.ts'
import { decode } from './decode.ts'
import { bringBack } from './keepsake.ts'
import { openFile, readWhole } from './open-file.ts'
import { type Stamp, stampOf } from './stamp.ts'

/** The text of a file at one moment. */
export interface TextFile {
  /** The real path: symbolic links are resolved. */
  readonly path: string
  readonly text: string
  readonly stamp: Stamp
}

/** Reads a UTF-8 file. On the hot path: open, fstat, read, close and one realpath. */
export function readText(path: string): TextFile {
  const { fd, stat } = open(path)
  try {
    const text = decode(readWhole(fd, Number(stat.size)), path)
    return { path: realpathSync.native(path), text, stamp: stampOf(stat) }
  } finally {
    closeSync(fd)
  }
}

function open(path: string): ReturnType<typeof openFile> {
  try {
    return openFile(path)
  } catch (error) {
    const isAway = error instanceof NotesError && error.code === 'not-found'
    if (isAway && bringBack(path)) return openFile(path)
    throw error
  }
}
