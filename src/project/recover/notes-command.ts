import { join } from 'node:path'
import { isThere } from '../../files/read/look.ts'
import type { NotesCommand } from '../../recover/layout/frame.ts'

/** The script of a package installed in a project, relative to its root. */
export const LOCAL_SCRIPT = 'node_modules/notesmd/dist/notes.cjs'

export const hasLocalScript = (root: string): boolean => isThere(join(root, LOCAL_SCRIPT))

/**
 * Returns the command that starts `notes` for a model in this project. A package that npm installed in the project is
 * not on the model's PATH.
 */
export const notesCommand = (root: string): NotesCommand =>
  isThere(join(root, 'node_modules', '.bin', 'notes')) ? 'npx notes' : 'notes'
