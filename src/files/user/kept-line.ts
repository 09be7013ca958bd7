import { isPlace, type Place, type StartingPoint, samePlace } from './kept-slice.ts'
import { nameFor, readOwnFile, userFolder } from './user-folder.ts'

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
  const folder = userFolder('cache', env)
  const text = folder === undefined ? undefined : readOwnFile(linePath(folder, key))
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (!isKeptLine(kept) || kept.key !== key) return undefined
    return kept.seen.every(place => samePlace(place, kept.at)) ? kept.line : undefined
  } catch {
    return undefined
  }
}

export const linePath = (folder: string, key: string): string => `${folder}/line-${nameFor(key)}.json`

function isKeptLine(kept: unknown): kept is KeptLine {
  if (typeof kept !== 'object' || kept === null) return false
  const { key, at, seen, line } = kept as Partial<Record<keyof KeptLine, unknown>>
  return (
    typeof key === 'string' &&
    typeof line === 'string' &&
    Number.isFinite(at) &&
    Array.isArray(seen) &&
    seen.every(isPlace)
  )
}
