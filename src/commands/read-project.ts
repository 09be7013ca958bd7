import { readOptionsOf } from '../hosts/read-options.ts'
import { type Notes, type ReadOptions, readNotes } from '../protocol/notes.ts'
import { readText } from '../workspace/read-text.ts'
import type { Context } from './context.ts'
import { noNotesFile, shownPath } from './notes-file.ts'

export interface ProjectNotes {
  readonly notes: Notes
  /** The notes file, relative to the current folder where that is shorter. */
  readonly path: string
}

/** The project's notes, read the way that its configuration says. */
export function readProject(context: Context): ProjectNotes {
  const { project } = context
  const path = shownPath(context)
  if (!project.exists) throw noNotesFile(context, 'not-found')
  return { notes: readNotes(readText(project.file).text, readOptions(context)), path }
}

/** How the configuration wants notes to be read. */
export const readOptions = ({ config }: Context): ReadOptions => readOptionsOf(config.values)
