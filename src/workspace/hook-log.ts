import { appendFileSync, existsSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { resolveInside } from './safe-path.ts'
import { createFile } from './write.ts'

/** Above this the log starts anew; the one before is kept beside it. */
const MOST_BYTES = 256 * 1024

/** Writes down, in a project, why a hook could not do what it should. Never throws: there is nobody to tell. */
export function logHook(root: string, line: string, now: Date): void {
  try {
    const place = resolveInside(root, '.notes/hook.log')
    if (!place.ok) return
    const folder = dirname(place.path)
    // The project may have gone away; its folders are not ours to make.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    const ignore = `${folder}/.gitignore`
    if (!existsSync(ignore)) createFile(ignore, '*\n')
    const stat = lstatSync(place.path, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isFile()) return
    if ((stat?.size ?? 0) > MOST_BYTES) renameSync(place.path, `${place.path}.1`)
    const text = line.replaceAll(/\s+/g, ' ').slice(0, 2_000)
    appendFileSync(place.path, `${now.toISOString()} ${text}\n`, { mode: 0o600 })
  } catch {
    // A read-only disk: the session goes on all the same.
  }
}
