import { type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Does a usable file or folder exist? ENOTDIR, EACCES and the like count as no. */
export const isThere = (path: string): boolean => existsSync(path)

/** Is `path` a folder, or a link to one? */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true
}

/** Is `path` a regular file, or a link to one? */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true
}

/** The size of a file in bytes; 0 if there is none. */
export const sizeOf = (path: string): number => statOf(path)?.size ?? 0

/** Is `path` itself a link, wherever it leads? */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
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

/** The entries of a folder. None if it cannot be read. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** The names in a folder. None if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The names of the `max` newest files in a folder that end in `ending`, newest first. Links do not count. */
export function newestFiles(folder: string, ending: string, max: number): readonly string[] {
  return namesIn(folder)
    .filter(name => name.endsWith(ending))
    .flatMap(name => {
      const stat = statOf(join(folder, name), lstatSync)
      return stat?.isFile() === true ? [{ name, at: stat.mtimeMs }] : []
    })
    .toSorted((one, other) => other.at - one.at)
    .slice(0, max)
    .map(({ name }) => name)
}

function statOf(path: string, stat: typeof statSync = statSync) {
  try {
    return stat(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
