import { readText } from '../../files/read-text.ts'
import { realPath } from '../../files/real-path.ts'
import { keepLost, keepSnapshot, snapshotOf } from '../../files/user/snapshot.ts'
import { openRepository } from '../../git/repository.ts'
import { goneRecords } from '../../notes/gone.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { readArchive } from '../archive/archive-file.ts'
import { inRoot, type OpenProject } from '../open.ts'
import { readOptionsOf } from '../read.ts'

/**
 * After a change by one of our commands: keeps the text that it wrote. When the text before it was not the one last
 * kept, somebody edited the file in between, and what is gone since is kept for `notes heal`.
 */
export async function keepAfterChange(
  open: OpenProject,
  before: string | undefined,
  after: string,
): Promise<void> {
  const { env, project } = open
  try {
    const snapshot = snapshotOf(env, project.file)
    if (snapshot !== undefined && before !== undefined && snapshot.text !== before)
      await keepWhatWasLost(open, snapshot.text, before)
    keepSnapshot(env, project.file, after)
  } catch {
    // The change is made. The archive file, say, is a link out of the project: commands that read it say so.
  }
}

/** The records of an earlier text that are missing now. Reads the archive only when there are some. */
export function missingRecords(
  old: Notes,
  now: Notes,
  archive: string | undefined,
  options: ReadOptions,
): readonly NotesRecord[] {
  const gone = goneRecords(old, now)
  if (gone.length === 0 || archive === undefined) return gone
  return goneRecords(old, now, readNotes(archive, options))
}

/** Takes the notes file as it is for good: the edits of a session that starts are compared with it. */
export function startGuarding({ env, project }: OpenProject): void {
  if (snapshotOf(env, project.file)?.isCurrent !== true)
    keepSnapshot(env, project.file, readText(project.file).text)
}

/** Keeps a text that records are gone from. Returns false when none is, or git put the text after it there. */
export async function keepWhatWasLost(
  open: OpenProject,
  before: string,
  after: string,
  isGone?: boolean,
): Promise<boolean> {
  if (isGone === false) return false
  const options = readOptionsOf(open.config.values)
  const gone = missingRecords(
    readNotes(before, options),
    readNotes(after, options),
    readArchive(open.project),
    options,
  )
  if (gone.length === 0 || isCommitted(open, after)) return false
  keepLost(open.env, open.project.file, {
    text: before,
    gone: gone.map(({ span }) => [span.start, span.end]),
  })
  return true
}

/** Is this the text at HEAD? Asked only when something is gone. */
function isCommitted({ project }: OpenProject, text: string): boolean {
  try {
    const repository = openRepository(project.root)
    const name = inRoot(realPath(project.root), realPath(project.file))
    const committed = repository?.filesAt('HEAD', [name]).get(name)
    return committed !== undefined && withLineFeeds(text) === withLineFeeds(committed.text)
  } catch {
    // git is not installed, or does not trust the repository.
    return false
  }
}

const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')
