import type { StartingPoint } from './kept-slice.ts'
import { readOwnFile, userFile, writeOwnFile } from './user-folder.ts'

const WEEK = 604_800_000

/**
 * Has it been a week since the user was last told this? Answers yes once, and records the time in the user's state
 * folder. Without such a folder the answer is no, as otherwise it would be yes every time.
 */
export function onceAWeek({ env }: StartingPoint, what: string, now: Date): boolean {
  const path = userFile('state', env, `${what}.told`, true)
  const told = Date.parse(readOwnFile(path) ?? '')
  return now.getTime() - told < WEEK ? false : writeOwnFile(path, now.toISOString())
}
