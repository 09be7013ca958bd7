import { NotesError } from '../error.ts'
import { type ProjectPath, resolveInside } from './safe-path.ts'

/** Where something that the tool itself keeps in a project is, such as `.notes/undo.jsonl`; a link may lead out of it. */
export function ownPath(root: string, path: string): ProjectPath {
  const place = resolveInside(root, path)
  if (place.ok) return place.path
  const names = path.split('/')
  const ways = names.map((_, at) => names.slice(0, at + 1).join('/'))
  const link = ways.find(way => !resolveInside(root, way).ok) ?? path
  const where = place.reason === 'symlink' ? ', or back to itself' : ''
  throw new NotesError(
    'outside',
    `${path} leads outside of the project ${root}${where}`,
    `Make ${link} a part of the project, not a link to another place`,
  )
}
