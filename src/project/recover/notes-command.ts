import { join } from 'node:path'
import { isThere } from '../../files/read/look.ts'
import type { NotesCommand } from '../../recover/layout/frame.ts'

/** How a model starts `notes` in this project: what npm installed here is not on its PATH. */
export const notesCommand = (root: string): NotesCommand =>
  isThere(join(root, 'node_modules', '.bin', 'notes')) ? 'npx notes' : 'notes'
