import { NotesError } from '../error.ts'
import { resolveInside } from './safe-path.ts'
import { fileNameOf } from './session-file-name.ts'
import type { SessionId } from './session-id.ts'

const FOLDER = '.notes/sessions'

/** Where the sessions of a project are; refused when that leads out of the project. */
export const folderIn = (root: string): string => inside(root, FOLDER)

export const archiveIn = (root: string): string => inside(root, `${FOLDER}/archive`)

export const sessionPathOf = (root: string, id: SessionId): string =>
  inside(root, `${FOLDER}/${fileNameOf(id)}`)

export const archivedPathOf = (root: string, id: SessionId): string =>
  inside(root, `${FOLDER}/archive/${fileNameOf(id)}`)

/** Holds the name of the session that is worked in, for whoever cannot be told otherwise. */
export const currentPathOf = (root: string): string => inside(root, `${FOLDER}/current`)

function inside(root: string, path: string): string {
  const place = resolveInside(root, path)
  if (place.ok) return place.path
  const where = place.reason === 'symlink' ? ', or back to itself' : ''
  throw new NotesError(
    'outside',
    `${path} leads outside of the project ${root}${where}`,
    'Make .notes a folder of the project, not a link to another place',
  )
}
