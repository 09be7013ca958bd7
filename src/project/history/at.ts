import { NotesError } from '../../error.ts'
import { pathBelow } from '../../files/real-path.ts'
import { isNotesFile } from '../../notes/notes.ts'
import { frameOfPast } from '../../recover/layout/frame.ts'
import { recover, type Slice } from '../../recover/recover.ts'
import { notesCommand, type OpenProject } from '../open.ts'
import { notNotes, readOptionsOf } from '../read.ts'
import { configured, type RecoverRequest } from '../recover/recover-project.ts'
import { type CommitJson, commitAt, commitJson, pastOf, textAt } from './past.ts'

export interface PastSlice extends Slice {
  readonly at: CommitJson
}

/**
 * Recovers from the notes as they were in a commit, or on a date. Evidence is not checked, because it was about the
 * code of that time.
 *
 * @example recoverAt(project, '2026-03-01', { level: 1 }).text
 */
export function recoverAt(open: OpenProject, revision: string, request: RecoverRequest): PastSlice {
  const { project, config } = open
  const { root, file } = project
  const git = pastOf(open)
  const commit = commitAt(open, git, revision)
  const about = git.describe(commit)
  const text = textAt(open, git, commit)
  if (text === undefined)
    throw new NotesError(
      'not-found',
      `There were no notes in ${about.short} (${about.at.slice(0, 10)})`,
      'Run `notes history` to see when they began',
      { path: file },
    )
  if (!isNotesFile(file, text)) throw notNotes(file)
  const { level, budget = configured(config.values, level) } = request
  const source = pathBelow(root, file)
  const slice = recover(text, {
    ...readOptionsOf(config.values),
    ...request,
    ...(budget === null ? {} : { budget }),
    source,
    factor: config.values.tokens.factor,
    now: new Date(about.at),
  })
  const date = about.at.slice(0, 10)
  const frame = frameOfPast(slice.source, level, { commit: about.short, date }, notesCommand(root))
  return { ...slice, frame, at: commitJson({ commit, parents: [], ...about }) }
}
