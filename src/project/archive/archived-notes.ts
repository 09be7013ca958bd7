import { relative } from 'node:path'
import { anyNamed, noRecord, recordNamed } from '../../change/select.ts'
import { NotesError, reworded } from '../../error.ts'
import { type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { readNotes } from '../../notes/notes.ts'
import type { OpenProject } from '../open.ts'
import { type ProjectNotes, readOptionsOf, readProject } from '../read.ts'
import { archivePathOf, readArchive } from './archive-file.ts'

/** Reads the archive file of a project; undefined when there is none. */
export function readArchivedNotes(open: OpenProject): ProjectNotes | undefined {
  const text = readArchive(open.project)
  if (text === undefined) return undefined
  const path = archivePathOf(open.project.file)
  return { notes: readNotes(text, readOptionsOf(open.config.values)), path: relative(open.cwd, path) || path }
}

/** Runs a change of one record. If that record is not in the notes, but in the archive file, the error says so. */
export async function changingOne<Done>(
  open: OpenProject,
  which: string,
  change: () => Promise<Done>,
): Promise<Done> {
  try {
    return await change()
  } catch (error) {
    const archived =
      error instanceof NotesError && error.code === 'not-found' ? readArchivedNotes(open) : undefined
    const record = archived && anyNamed(archived.notes, which)
    if (archived === undefined || record === undefined) throw error
    const { title = which, span } = record
    const at = `${archived.path}:${archived.notes.document.lines.lineAt(span.start)}`
    throw reworded(error, () => ({
      path: archived.path,
      message: `"${title}" is archived, at ${at}: no command changes it there`,
      hint: `See it with \`notes show ${JSON.stringify(which)}\`; to go on with it, move its lines back into the notes by hand`,
    }))
  }
}

export interface FoundRecord extends ProjectNotes {
  readonly record: NotesRecord
}

/** Returns the one record of a kind that a query matches, in the notes, their archive section or the archive file. */
export function findRecord(open: OpenProject, kind: KindName, which: string): FoundRecord {
  const kinds = [kind, ...(kindOf({ kind }).command?.list.also ?? [])] as readonly KindName[]
  const places = [readProject(open), readArchivedNotes(open)].filter(place => place !== undefined)
  for (const place of places)
    for (const one of kinds) {
      const record = recordNamed(place.notes, one, which)
      if (record !== undefined) return { ...place, record }
    }
  throw noRecord(kind, which)
}
