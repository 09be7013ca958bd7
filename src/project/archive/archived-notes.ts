import { relative } from 'node:path'
import { noRecord, recordNamed } from '../../change/select.ts'
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
