import { sep } from 'node:path'
import type { StartingPoint } from './kept-slice.ts'
import { readOwnFile, userFolder, writeOwnFile } from './user-folder.ts'

const WEEK = 604_800_000

/**
 * Has it been a week since the user was last told this? Answers yes once, and records the time in the user's state
 * folder. Without such a folder the answer is no, as otherwise it would be yes every time.
 */
export function onceAWeek({ env }: StartingPoint, what: string, now: Date): boolean {
  try {
    const folder = userFolder('state', env, true)
    if (folder === undefined) return false
    const path = `${folder}${sep}${what}.told`
    const told = Date.parse(readOwnFile(path) ?? '')
    if (now.getTime() - told < WEEK) return false
    writeOwnFile(path, now.toISOString())
    return true
  } catch {
    return false
  }
}
