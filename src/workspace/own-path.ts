import { NotesError } from '../error.ts'
import { type ProjectPath, resolveInside } from './safe-path.ts'

/**
 * The path of a file that the tool itself keeps in the project, such as `.notes/undo.jsonl`. Throws when a link
 * leads out of the project.
 */
export function ownPath(root: string, path: string): ProjectPath {
  const place = resolveInside(root, path)
  if (place.ok) return place.path
  const names = path.split('/')
  const prefixes = names.map((_, at) => names.slice(0, at + 1).join('/'))
  const link = prefixes.find(prefix => !resolveInside(root, prefix).ok) ?? path
  const where = place.reason === 'symlink' ? ', or back to itself' : ''
  throw new NotesError(
    'outside',
    `${path} leads outside the project ${root}${where}`,
    `Make ${link} part of the project, not a link to another place`,
  )
}
