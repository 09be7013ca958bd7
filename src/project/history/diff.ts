import { NotesError } from '../../error.ts'
import { damageNotes } from '../../markdown/damage.ts'
import { changedProse, changeOf, pairsOf } from '../../merge/changes.ts'
import { matchRecords } from '../../notes/gone.ts'
import type { Notes } from '../../notes/notes.ts'
import { readArchivedNotes } from '../archive/archived-notes.ts'
import type { OpenProject } from '../open.ts'
import { shownPath } from '../read.ts'
import type { HistoryEvent } from './history.ts'
import { namedIn } from './lives.ts'
import { type CommitJson, commitAt, commitJson, notesAt, pastOf } from './past.ts'

export type RecordDiff = Omit<HistoryEvent, keyof CommitJson>

export interface ProjectDiff {
  /** The notes file, relative to the working folder. */
  readonly file: string
  readonly from: CommitJson
  /** Missing when the later text is that of the work tree. */
  readonly to?: CommitJson
  /** In the order of the later file; removed records follow. */
  readonly changes: readonly RecordDiff[]
  /** The headings below which text outside of records changed. */
  readonly prose: readonly string[]
  /** Damage of the later text. Records after it are not read, so they look removed. */
  readonly damage: readonly string[]
}

/**
 * Compares records since a revision, or between two: `HEAD~3`, `2026-03-01`, `v1..v2`.
 *
 * @example diffProject(project, 'origin/main').changes
 */
export function diffProject(open: OpenProject, range = 'HEAD'): ProjectDiff {
  const git = pastOf(open)
  const [first = '', last, ...rest] = range.split('..')
  if (rest.length > 0 || last?.startsWith('.') === true)
    throw new NotesError('usage', `"${range}" is not a range of two revisions`, 'Write REV or REV..REV')
  const from = commitAt(open, git, first || 'HEAD')
  const to = last === undefined ? undefined : commitAt(open, git, last || 'HEAD')
  const json = (commit: string): CommitJson => commitJson({ commit, parents: [], ...git.describe(commit) })
  const [before, after] = [notesAt(open, git, from), notesAt(open, git, to)]
  return {
    file: shownPath(open),
    from: json(from),
    ...(to === undefined ? {} : { to: json(to) }),
    changes: compareRecords(before, after, readArchivedNotes(open)?.notes),
    prose: changedProse(before, after),
    damage: damageNotes(after.document, 'records').map(({ said }) => said),
  }
}

/** Compares two texts by record. Records that are in the archive count as archived, not removed. */
export function compareRecords(before: Notes, after: Notes, archive?: Notes): readonly RecordDiff[] {
  const pairs = pairsOf(before, after)
  const changes = after.records.flatMap((record): readonly RecordDiff[] => {
    const was = pairs.get(record)
    const change =
      was === undefined ? ({ what: 'added', fields: [] } as const) : changeOf(was, before, record, after)
    return change === undefined ? [] : [{ ...namedIn(after, record), ...change }]
  })
  const kept = new Set(pairs.values())
  const lost = before.records.filter(record => !kept.has(record))
  const archived = archive && matchRecords({ document: before.document, records: lost }, archive)
  const gone = lost.map((record): RecordDiff => {
    const what = archived?.has(record) === true ? 'archived' : 'removed'
    return { what, ...namedIn(before, record), fields: [] }
  })
  return [...changes, ...gone]
}
