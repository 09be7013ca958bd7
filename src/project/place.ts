import { join, posix } from 'node:path'
import { NotesError } from '../error.ts'
import { isThere } from '../files/look.ts'
import { fromProjectRoot, resolveInside, toProjectRoot } from '../files/safe-path.ts'
import type { OpenProject } from './open.ts'

/**
 * The paths, relative to the root, that a typed path can mean: it may start at the working folder or, as our commands
 * print it, at the root. The one that exists decides; when none does, both are returned.
 */
export function pathsInProject(
  { cwd, project: { root } }: Pick<OpenProject, 'cwd' | 'project'>,
  typed: string,
): readonly [string, ...string[]] {
  const rooted = fromProjectRoot(typed)
  const meant =
    rooted === undefined
      ? [cwd, root].map(folder => fromProjectRoot(toProjectRoot(root, typed, folder) ?? ''))
      : [posix.normalize(rooted)]
  const inside = meant.filter(path => path !== undefined && resolveInside(root, path).ok)
  const paths = [...new Set(inside.flatMap(path => (path === undefined ? [] : [path.replaceAll('\\', '/')])))]
  const there = paths.find(path => isThere(join(root, path)))
  if (there !== undefined) return [there]
  const [first, ...others] = paths
  if (first !== undefined) return [first, ...others]
  throw new NotesError('outside', `${typed} is outside the project ${root}`, 'Name a file inside it')
}
