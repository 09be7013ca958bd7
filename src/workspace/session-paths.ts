import { ownPath } from './own-path.ts'
import type { SessionId } from './session-id.ts'

export const ENDING = '.jsonl'
const FOLDER = '.notes/sessions'

/** Where the sessions of a project are; refused when that leads out of the project. */
export const folderIn = (root: string): string => ownPath(root, FOLDER)

export const sessionPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/${id}${ENDING}`)

export const archivedPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/archive/${id}${ENDING}`)

/** Holds the name of the session that is worked in, for whoever cannot be told otherwise. */
export const currentPathOf = (root: string): string => ownPath(root, `${FOLDER}/current`)
