import { closeSync } from 'node:fs'
import { NotesError } from '../../error.ts'
import { realPath } from '../real-path.ts'
import { bringBack, type Stamp, stampOf } from '../swap/keepsake.ts'
import { decode } from './encoding.ts'
import { openFile, readWhole } from './open-file.ts'

/** The text of a file at one moment. */
export interface TextFile {
  /** The real path, with symbolic links resolved. */
  readonly path: string
  readonly text: string
  readonly stamp: Stamp
}

/** Reads a UTF-8 file. On the hot path: open, fstat, read, close and one realpath. */
export function readText(path: string): TextFile {
  const { fd, stat } = open(path)
  try {
    const text = decode(readWhole(fd, Number(stat.size)), path)
    return { path: realPath(path), text, stamp: stampOf(stat) }
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

/** The 1-based line and column of an offset, as an editor counts them; undefined when the file cannot be read. */
export function placeInFile(
  path: string,
  offset: number,
): { readonly line: number; readonly column: number } | undefined {
  try {
    const before = readText(path)
      .text.slice(0, offset)
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  } catch {
    return undefined
  }
}
