import { ownPath } from '../own-names.ts'
import { fileNameOf, type SessionId } from './session-id.ts'

const FOLDER = '.notes/sessions'

/** The folder of a project's sessions. Throws when it leads out of the project. */
export const folderIn = (root: string): string => ownPath(root, FOLDER)

export const archiveIn = (root: string): string => ownPath(root, `${FOLDER}/archive`)

export const sessionPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/${fileNameOf(id)}`)

export const archivedPathOf = (root: string, id: SessionId): string =>
  ownPath(root, `${FOLDER}/archive/${fileNameOf(id)}`)

/** The file that holds the name of the current session, for callers that cannot name one themselves. */
export const currentPathOf = (root: string): string => ownPath(root, `${FOLDER}/current`)
