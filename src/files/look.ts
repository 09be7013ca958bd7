import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Does a usable file or folder exist? ENOTDIR, EACCES and the like count as no. */
export function isThere(path: string): boolean {
  return statOf(path) !== undefined
}

/** Is `path` a folder, or a link to one? */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true
}

/** Is `path` a regular file, or a link to one? */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true
}

/** The nearest folder, from `from` upwards, that contains `name`: one stat per folder. */
export function walkUp(from: string, name: string): string | undefined {
  for (let folder = from; ; ) {
    if (isThere(join(folder, name))) return folder
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
