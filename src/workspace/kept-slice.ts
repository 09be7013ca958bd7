import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { type Place, samePlace } from './place.ts'
import { nameFor, readOwnFile, realFolder, userFolder } from './user-folder.ts'

/** The folder a session starts in, and the environment that may name its project. */
export interface StartingPoint {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A generated level 1 without its frame, which is added on each use. */
export interface KeptText {
  /** The name of the notes file in the frame. */
  readonly name: string
  readonly factor: number
  readonly budget: number
  readonly text: string
}

export interface KeptFile extends KeptText {
  readonly key: string
  readonly at: number
  readonly seen: readonly Place[]
}

/** Distinguishes the slices of a folder by the program and the requested budget. */
export type SliceKey = `${string} ${number | 'usual'}`

/**
 * The last level 1 of this folder, if none of its inputs changed: the notes, the code they cite, the configuration,
 * and whatever decides which project this is. This user wrote it on this machine; every field is checked all the
 * same.
 */
export function keptSlice(start: StartingPoint, key: SliceKey): KeptText | undefined {
  const folder = userFolder('cache', start.env)
  const slot = folder === undefined ? undefined : slotIn(folder, start, key)
  const text = slot === undefined ? undefined : readOwnFile(slot.path)
  if (text === undefined) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (!isKeptFile(kept) || kept.key !== slot?.key) return undefined
    return kept.seen.every(place => samePlace(place, kept.at)) ? kept : undefined
  } catch {
    return undefined
  }
}

/** The path of a folder's slice, and the full key that identifies it. */
export function slotIn(
  folder: string,
  { cwd, env }: StartingPoint,
  key: SliceKey,
): { readonly path: string; readonly key: string } | undefined {
  const real = realFolder(cwd)
  if (real === undefined) return undefined
  const claude = env.CLAUDE_PROJECT_DIR ?? ''
  // At the top of a repository it changes nothing, and the agent's shell does not set it.
  const project = claude === cwd && existsSync(`${cwd}${sep}.git`) ? '' : claude
  // The folder name as given counts too: messages are relative to it.
  const whole = [key, cwd, real, project, env.NOTES_FILE ?? ''].join('\n')
  return {
    path: `${folder}${sep}level1-${nameFor([real, project, key.slice(key.lastIndexOf(' '))].join('\n'))}.json`,
    key: whole,
  }
}

function isKeptFile(kept: unknown): kept is KeptFile {
  if (typeof kept !== 'object' || kept === null) return false
  const { key, at, seen, name, factor, budget, text } = kept as Partial<Record<keyof KeptFile, unknown>>
  return (
    [key, name, text].every(value => typeof value === 'string' && value !== '') &&
    [at, factor, budget].every(value => Number.isFinite(value)) &&
    Array.isArray(seen) &&
    seen.length > 0 &&
    seen.every(isPlace)
  )
}

function isPlace(place: unknown): place is Place {
  if (!Array.isArray(place) || place.length < 3 || place.length > 4) return false
  const [path, real, stamp, sum = 0] = place as readonly unknown[]
  return (
    Number.isFinite(sum) &&
    typeof path === 'string' &&
    (real === null || typeof real === 'string') &&
    (stamp === null || (Array.isArray(stamp) && stamp.length === 4 && stamp.every(Number.isFinite)))
  )
}
