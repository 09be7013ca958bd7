import { basename, dirname, extname, join } from 'node:path'
import { NotesError } from '../../error.ts'
import type { Project } from '../../files/project.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { isBelow, realPath } from '../../files/real-path.ts'

/** Returns the path of the archive file: `NOTES.archive.md` beside `NOTES.md`. */
export function archivePathOf(file: string): string {
  const extension = extname(file)
  return join(dirname(file), `${basename(file, extension)}.archive${extension}`)
}

/** Is this the path of an archive file? */
export const isArchiveFile = (path: string): boolean => basename(path, extname(path)).endsWith('.archive')

/** Reads the archive; undefined when there is none. A link that leads out of the project is an error. */
export function readArchive({ file, root }: Pick<Project, 'file' | 'root'>): string | undefined {
  const path = archivePathOf(file)
  if (!isThere(path)) return undefined
  if (isBelow(realPath(root), realPath(path))) return readText(path).text
  throw new NotesError(
    'outside',
    `${path} leads out of the project root ${root}`,
    'Point the link into the project, or replace it with a file',
    { path },
  )
}
