import { relative } from 'node:path'
import { NotesError } from '../error.ts'
import { readNotes } from '../protocol/notes.ts'
import type { Context } from './context.ts'

/** The notes file as messages name it: relative to the current folder. */
export const shownPath = ({ host, project }: Context): string =>
  relative(host.cwd, project.file) || project.file

/** For whoever only looks, that there is none is an answer; whoever has work to do on it cannot do that. */
export function noNotesFile(context: Context, code: 'not-found' | 'unreadable'): NotesError {
  const path = shownPath(context)
  return new NotesError(code, 'There is no notes file', 'Run `notes init`, or name it with --file', { path })
}

/** What a person may have begun to write notes in. */
const IS_MARKDOWN = /(?:\.(?:md|mdx|mdown|mkdn?|markdown|txt)|[\\/][^.\\/]+)$/i

/** Refuses to write sections into a program or a page that was named by mistake. */
export function refuseUnknown({ project }: Context, text: string): void {
  if (IS_MARKDOWN.test(project.file) || text.trim() === '') return
  if (readNotes(text).sections.some(({ kind, heading }) => heading !== undefined && kind !== 'other')) return
  throw new NotesError(
    'unreadable',
    'This is no notes file: none of its lines is a heading of one',
    'Name the notes file with --file, or start one with `notes init`',
    { path: project.file },
  )
}
