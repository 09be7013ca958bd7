import { appendFileSync, lstatSync, renameSync } from 'node:fs'
import type { StartingPoint } from './kept-slice.ts'
import { realFolder, userFile } from './user-folder.ts'

/** Above this size a new log is started; the previous one is kept beside it. */
const MAX_BYTES = 256 * 1024

/** Logs, in the user's state folder, why a hook failed. Never throws, so the session goes on. */
export function logHook({ cwd, env }: StartingPoint, line: string, now: Date): void {
  try {
    const path = userFile('state', env, 'hook.log', true)
    if (path === undefined) return
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isFile()) return
    if ((stat?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`)
    const text = `${realFolder(cwd) ?? cwd} ${line}`.replaceAll(/\s+/g, ' ').slice(0, 2_000)
    appendFileSync(path, `${now.toISOString()} ${text}\n`, { mode: 0o600 })
  } catch {
    // Read-only disk.
  }
}
