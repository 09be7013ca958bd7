import type { Project } from '../../files/project.ts'
import { readText } from '../../files/read/read-text.ts'
import { pathBelow, realPath } from '../../files/real-path.ts'
import { keepLost, keepSnapshot, snapshotOf } from '../../files/user/snapshot.ts'
import { openRepository } from '../../git/repository.ts'
import { withLineFeeds } from '../../markdown/scan/leaf.ts'
import { goneRecords } from '../../notes/gone.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import { readArchive } from '../archive/archive-file.ts'
import type { Environment, OpenProject } from '../open.ts'
import { readOptionsOf } from '../read.ts'

/**
 * Keeps the new text after a change by a `notes` command. If the text before the change is not the last kept copy, the
 * file was edited in between, and records gone since are kept for `notes heal`.
 */
export function keepAfterChange(open: OpenProject, before: string | undefined, after: string): void {
  const { env, project } = open
  try {
    const snapshot = snapshotOf(env, project.file)
    if (snapshot !== undefined && before !== undefined && snapshot.text !== before)
      keepWhatWasLost(open, snapshot.text, before)
    keepSnapshot(env, project.file, after)
  } catch {
    // The change is already made. A problem such as an archive file that links out of the project is reported by the
    // commands that read it.
  }
}

/** Returns the records of an earlier text that are missing now. Reads the archive only when there are any. */
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

/** Makes the present notes file the baseline for the edits of a starting session. */
export function startGuarding({ env, project }: OpenProject): void {
  const { file } = project
  const snapshot = snapshotOf(env, file)
  if (snapshot?.isCurrent === true) return
  const { text } = readText(file)
  if (text.trim() === '') return
  // A file of half the size may have been cut off between sessions.
  if (snapshot !== undefined && text.length < snapshot.text.length / 2)
    keepLost(env, file, { text: snapshot.text, gone: [] })
  keepSnapshot(env, file, text)
}

/**
 * Keeps the earlier text if the later one lacks some of its records or is damaged, and returns true. Returns false
 * otherwise, or if the later text is the one at HEAD.
 */
export function keepWhatWasLost(open: OpenProject, before: string, after: string): boolean {
  const options = readOptionsOf(open.config.values)
  const [old, now] = [readNotes(before, options), readNotes(after, options)]
  const gone = missingRecords(old, now, readArchive(open.project), options)
  const isDamaged =
    old.document.damage.length === 0 && (after.trim() === '' || now.document.damage.length > 0)
  if ((gone.length === 0 && !isDamaged) || isCommitted(open, after)) return false
  keepLost(open.env, open.project.file, {
    text: before,
    gone: gone.map(({ span }) => [span.start, span.end]),
  })
  return true
}

/** Can `notes heal` put back the file, which is gone? Commits before HEAD are not searched: that can take seconds. */
export const hasEarlierText = (env: Environment, project: Project): boolean =>
  snapshotOf(env, project.file) !== undefined || committedText(project) !== undefined

/** Is this the text at HEAD? Checked only when records are gone or the file is damaged. */
function isCommitted({ project }: OpenProject, text: string): boolean {
  const committed = committedText(project)
  return committed !== undefined && withLineFeeds(text) === withLineFeeds(committed)
}

function committedText(project: Project): string | undefined {
  try {
    const repository = openRepository(project.root)
    const name = pathBelow(realPath(project.root), realPath(project.file))
    return repository?.filesAt('HEAD', [name]).get(name)?.text
  } catch {
    // git is not installed, or does not trust the repository.
    return undefined
  }
}
