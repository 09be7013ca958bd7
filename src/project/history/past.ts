import { NotesError } from '../../error.ts'
import { readText } from '../../files/read/read-text.ts'
import { type FileVersions, fileVersions } from '../../git/file-versions.ts'
import { type Damage, damageWords } from '../../markdown/damage.ts'
import { withoutEndings } from '../../markdown/endings.ts'
import { type Notes, readNotes } from '../../notes/notes.ts'
import { parseTimestamp } from '../../notes/text/timestamp.ts'
import { readArchivedNotes } from '../archive/archived-notes.ts'
import type { OpenProject } from '../open.ts'
import { noNotesFile, readOptionsOf, shownPath } from '../read.ts'
import { type Lives, livesOf, type PastVersion } from './lives.ts'

/** A commit, as results name it. */
export interface CommitJson {
  readonly commit: string
  readonly at: string
  readonly author: string
  readonly subject: string
}

export interface Skipped extends Partial<CommitJson> {
  /** The reason, such as `a merge conflict that is not resolved`. */
  readonly why: string
}

export interface Past extends Lives {
  readonly git: FileVersions
  readonly skipped: readonly Skipped[]
  /** The commit at which a shallow clone begins. */
  readonly cut: string | undefined
}

/** Follows the records of the notes through all commits, up to the work tree. */
export function readPast(open: OpenProject): Past {
  const git = pastOf(open)
  const { versions } = git
  const last = versions.at(-1)
  if (last === undefined) throw neverCommitted(open)
  const options = readOptionsOf(open.config.values)
  // Line endings may differ between a work tree and its commits.
  const textOf = ({ blob }: PastVersion): string =>
    blob === undefined ? '' : withoutEndings(git.textOf(blob))
  const now = withoutEndings(readText(open.project.file).text)
  const lastText = textOf(last)
  const usual = new Set(readNotes(lastText, options).document.damage.map(({ kind }) => kind))
  const workTree: readonly PastVersion[] = now === lastText ? [] : [{ commit: '', parents: [last.commit] }]
  const skipped: Skipped[] = []
  const read = (version: PastVersion): Notes | undefined => {
    const text = version.commit === '' ? now : textOf(version)
    const notes = readNotes(text, options)
    const why = broken(text, notes, usual)
    if (why === undefined) return notes
    skipped.unshift({ ...(version.commit === '' ? {} : commitJson(version)), why })
    return undefined
  }
  const archive = readArchivedNotes(open)?.notes
  const lives = livesOf([...versions, ...workTree], read, { empty: readNotes('', options), archive })
  return { ...lives, git, skipped, cut: versions.find(({ isCut }) => isCut)?.short }
}

/** Returns the versions of the notes file that git knows. */
export function pastOf(open: OpenProject): FileVersions {
  if (!open.project.exists) throw noNotesFile(open)
  return fileVersions(open.project.file)
}

/** Reads the notes in a commit, or in the work tree if `commit` is undefined. */
export function notesAt(open: OpenProject, git: FileVersions, commit: string | undefined): Notes {
  const path = shownPath(open)
  const text = withoutEndings(
    commit === undefined ? readText(open.project.file).text : (textAt(open, git, commit) ?? ''),
  )
  const notes = readNotes(text, readOptionsOf(open.config.values))
  const why = broken(text, notes, undefined)
  if (why === undefined) return notes
  const where =
    commit === undefined ? 'The notes file has' : `In ${git.describe(commit).short} the notes have`
  const hint = commit === undefined ? `Run \`notes merge ${path}\`` : `Name another commit: ${logOf(path)}`
  throw new NotesError('damaged', `${where} ${why}`, hint, { path })
}

/** Returns the text of the notes in a commit; undefined when the commit has none. */
export function textAt(open: OpenProject, git: FileVersions, commit: string): string | undefined {
  const blob = git.blobAt(commit)
  if (blob !== undefined) return git.textOf(blob)
  if (git.versions.length === 0) throw neverCommitted(open)
  return undefined
}

/** Resolves a revision: a commit, branch or tag, or else the newest commit not after a date. */
export function commitAt(open: OpenProject, git: FileVersions, revision: string): string {
  const named = git.commit(revision)
  if (named !== undefined) return named
  const time = parseTimestamp(revision)
  if (git.commit('HEAD') === undefined) throw neverCommitted(open)
  if (time?.at === undefined)
    throw new NotesError(
      'usage',
      `Unknown revision: ${revision}`,
      `${logOf(shownPath(open))}; or give a date, such as 2026-03-01`,
    )
  const end = time.precision === 'date' ? time.at + DAY - 1 : time.at
  const commit = git.commitBefore(end)
  if (commit !== undefined) return commit
  throw new NotesError('not-found', `There is no commit before ${revision}`, 'Give a later date')
}

const DAY = 24 * 60 * 60 * 1000

export const commitJson = ({ commit, at = '', author = '', subject = '' }: PastVersion): CommitJson => ({
  commit,
  at,
  author,
  subject,
})

const logOf = (path: string): string => `\`git log --oneline -- ${path}\` lists those of the notes`

const neverCommitted = (open: OpenProject): NotesError =>
  new NotesError(
    'unreadable',
    'The notes file has never been committed',
    `Commit it: \`git add ${shownPath(open)}\`, then \`git commit\``,
    { path: shownPath(open) },
  )

/**
 * Returns the reason why the records of a version cannot be compared, or undefined if they can. Damage that the newest
 * version also has is normal for this file; other damage hid records only for a while.
 */
function broken(
  text: string,
  { document: { damage } }: Notes,
  usual: ReadonlySet<Damage['kind']> | undefined,
): string | undefined {
  if (/[\0\uFFFD]/.test(text)) return 'bytes that are not text'
  const found = damage.find(
    ({ kind }) => kind === 'conflict-marker' || (usual !== undefined && !usual.has(kind)),
  )
  return found === undefined ? undefined : damageWords[found.kind].what
}
