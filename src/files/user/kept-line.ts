import { parseFields } from '../read/json.ts'
import { arePlaces, type Place, type StartingPoint, samePlace } from './kept-slice.ts'
import { nameFor, readOwnFile, userFile } from './user-folder.ts'

/** A status line, kept until a file that it was made from changes. */
export interface KeptLine {
  readonly key: string
  readonly at: number
  readonly seen: readonly Place[]
  readonly line: string
}

/**
 * Distinguishes the lines of folders and sessions. The build is part of the key, as another build may word the line
 * differently.
 */
export const lineKey = ({ cwd, env }: StartingPoint, build: string, session: string): string =>
  [build, cwd, env.CLAUDE_PROJECT_DIR ?? '', env.NOTES_FILE ?? '', session].join('\n')

/** The line, if none of its files has changed. */
export function keptLine({ env }: StartingPoint, key: string): string | undefined {
  const text = readOwnFile(userFile('cache', env, lineName(key)))
  const { key: keptKey, at, seen, line } = parseFields(text ?? '') ?? {}
  if (keptKey !== key || typeof line !== 'string' || typeof at !== 'number' || !arePlaces(seen))
    return undefined
  return seen.every(place => samePlace(place, at)) ? line : undefined
}

export const lineName = (key: string): string => `line-${nameFor(key)}.json`
