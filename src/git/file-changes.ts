import { posix } from 'node:path'
import { walkUp } from '../files/read/look.ts'
import { pathBelow } from '../files/real-path.ts'
import { limitedTo, tryGit } from './git.ts'

/**
 * Returns, for each of these files, the times of the commits since `since` that changed it, in milliseconds since 1970.
 * Paths are relative to `root`. Undefined without git or commits.
 */
export function fileChanges(
  root: string,
  since: number,
  paths: readonly string[],
): ReadonlyMap<string, readonly number[]> | undefined {
  const top = walkUp(root, '.git')
  if (top === undefined) return undefined
  const inside = pathBelow(top, root)
  const names = new Map(paths.map(path => [posix.join(inside, path), path]))
  const output = tryGit(top, [
    ...(['log', '--no-merges', '--no-renames', '--no-relative', '--name-only', '--format=%x01%ct'] as const),
    ...[
      `--since=${Math.floor(since / 1000)}`,
      'HEAD',
      ...limitedTo([...names.keys()], Number.POSITIVE_INFINITY),
    ],
  ])
  if (output === undefined) return undefined
  const changes = new Map<string, number[]>(paths.map(path => [path, []]))
  let at = 0
  for (const line of output.split('\n')) {
    if (line.startsWith('\u0001')) at = Number(line.slice(1)) * 1000
    else changes.get(names.get(line) ?? '')?.push(at)
  }
  return changes
}
