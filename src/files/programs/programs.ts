import { delimiter, isAbsolute, join } from 'node:path'
import { isWindows } from '../lock/this-process.ts'
import { isFile } from '../read/look.ts'
import type { Environment } from '../user/user-folder.ts'

/**
 * Finds a program in the absolute folders of the PATH. A `.` in the PATH, or the default search on Windows, could find
 * a program inside the project.
 */
export const onPath = (name: string, env: Environment): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map(folder => join(folder, isWindows ? `${name}.exe` : name))
    .find(isFile)

/** Quotes a name for the shell where needed; a leading dash is quoted too, as it looks like an option. */
export function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`
}
