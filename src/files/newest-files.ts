import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the names of the `most` newest files with this ending, newest first; none when the folder is unreadable. */
export function newestFiles(folder: string, ending: string, most: number): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith(ending))
      .flatMap(name => {
        const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
        return stat?.isFile() === true ? [{ name, at: stat.mtimeMs }] : []
      })
      .toSorted((one, other) => other.at - one.at)
      .slice(0, most)
      .map(({ name }) => name)
  } catch {
    return []
  }
}
