import { NotesError } from '../error.ts'
import { type ProjectPath, resolveInside } from './safe-path.ts'

/** Where something that the tool itself keeps in a project is, such as `.notes/undo.jsonl`; a link may lead out of it. */
export function ownPath(root: string, path: string): ProjectPath {
  const place = resolveInside(root, path)
  if (place.ok) return place.path
  const [folder = path] = path.split('/')
  const where = place.reason === 'symlink' ? ', or back to itself' : ''
  throw new NotesError(
    'outside',
    `${path} leads outside of the project ${root}${where}`,
    `Make ${folder} a part of the project, not a link to another place`,
  )
}
