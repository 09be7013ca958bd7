import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { type Place, samePlace } from './place.ts'
import { nameFor, readOwnFile, realFolder, userFolder } from './user-folder.ts'

/** Where a session starts, and the environment that may name its project. */
export interface StartingPoint {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A level 1 as it was made, without its frame: that is put around it anew each time. */
export interface KeptText {
  /** What its frame calls the notes file. */
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

/** Everything that tells one slice of a folder from another: the program, the budget asked for, the environment. */
export type SliceKey = `${string} ${number | 'usual'}`

/**
 * The last level 1 of this folder, as long as nothing that it was made from has changed: not the notes, the code that
 * they cite, the configuration, nor what decides which project this is. It was written by this user on this machine;
 * every field is checked all the same.
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

/** Where the slice of a folder is kept, and all that tells it from another. */
export function slotIn(
  folder: string,
  { cwd, env }: StartingPoint,
  key: SliceKey,
): { readonly path: string; readonly key: string } | undefined {
  const real = realFolder(cwd)
  if (real === undefined) return undefined
  const claude = env.CLAUDE_PROJECT_DIR ?? ''
  // At the top of a repository it names what is found anyway, and the agent's shell does not have it.
  const project = claude === cwd && existsSync(`${cwd}${sep}.git`) ? '' : claude
  // The folder as it was named counts too: messages are relative to it.
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
