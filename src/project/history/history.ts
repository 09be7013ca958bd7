import { NotesError, usage } from '../../error.ts'
import { findInNotes } from '../../notes/find.ts'
import { parseTimestamp } from '../../notes/text/timestamp.ts'
import type { OpenProject } from '../open.ts'
import { shownPath } from '../read.ts'
import type { Life, LifeEvent, Lives, Named } from './lives.ts'
import { type CommitJson, commitAt, commitJson, type Past, readPast, type Skipped } from './past.ts'

export interface HistoryRequest {
  /** A record or a section, as `notes show` takes them. Default: the whole file. */
  readonly what?: string | undefined
  /** Default: 20, or all events of a named record. */
  readonly limit?: number | undefined
  /** A revision or a date. */
  readonly since?: string | undefined
}

/** An event of a record, with its commit once it is committed. */
export interface HistoryEvent extends Pick<LifeEvent, 'what' | 'by' | 'fields'>, Named, Partial<CommitJson> {}

export interface ProjectHistory {
  /** The notes file, relative to the working folder. */
  readonly file: string
  /** Newest first. */
  readonly events: readonly HistoryEvent[]
  /** How many older events the limit leaves out. */
  readonly more: number
  /** Versions that could not be read, newest first. */
  readonly skipped: readonly Skipped[]
  /** The commit at which a shallow clone begins. */
  readonly cut?: string
}

const MAX_EVENTS = 20

/**
 * Lists what happened to the records of a notes file, commit by commit.
 *
 * @example historyProject(project, { what: 'TD-001' }).events
 */
export function historyProject(open: OpenProject, request: HistoryRequest = {}): ProjectHistory {
  if (request.limit === 0) throw usage('A limit of 0 shows nothing', 'Write a whole number, 1 or more')
  const past = readPast(open)
  const { lives, isNamed } = livesNamed(past, request.what)
  const isWanted = sinceIn(open, past, request.since)
  const events = lives
    .flatMap(({ events, named }) => events.filter(isWanted).map(event => ({ event, named })))
    .sort((one, other) => other.event.order - one.event.order)
  const shown = events.slice(0, request.limit ?? (isNamed ? events.length : MAX_EVENTS))
  return {
    file: shownPath(open),
    events: shown.map(({ event, named }) => eventJson(event, named)),
    more: events.length - shown.length,
    skipped: past.skipped,
    ...(past.cut === undefined ? {} : { cut: past.cut }),
  }
}

export interface BlamedRecord extends HistoryEvent {
  /** Its line in the notes file. */
  readonly line: number
}

export interface ProjectBlame extends Omit<ProjectHistory, 'events' | 'more'> {
  /** In the order of the file. */
  readonly records: readonly BlamedRecord[]
}

/** Returns the newest event of each record that is in the notes. */
export function blameProject(open: OpenProject, what?: string): ProjectBlame {
  const past = readPast(open)
  const { lives } = livesNamed(past, what)
  const wanted = new Set(lives)
  const { lines } = past.notes.document
  const records = [...past.living]
    .filter(([, life]) => wanted.has(life))
    .flatMap(([{ span }, { events, named }]): readonly BlamedRecord[] => {
      const newest = events.at(-1)
      return newest === undefined ? [] : [{ ...eventJson(newest, named), line: lines.lineAt(span.start) }]
    })
  if (records.length === 0 && what !== undefined)
    throw new NotesError(
      'not-found',
      `"${what}" is no longer in the notes`,
      `Run \`notes history "${what}"\` to see what became of it`,
    )
  const { skipped, cut } = past
  return { file: shownPath(open), records, skipped, ...(cut === undefined ? {} : { cut }) }
}

const eventJson = ({ what, by, fields, version }: LifeEvent, named: Named): HistoryEvent => ({
  what,
  ...(by === undefined ? {} : { by }),
  ...named,
  ...(version.commit === '' ? {} : commitJson(version)),
  fields,
})

/** Finds the records that a query names in the notes, or else among the removed ones. */
function livesNamed({ notes, living, gone }: Lives, what: string | undefined) {
  if (what === undefined) return { lives: [...living.values(), ...gone], isNamed: false }
  const found = findInNotes(notes, what)
  if (found.what === 'records')
    return { lives: found.records.flatMap(record => living.get(record) ?? []), isNamed: true }
  if (found.what === 'sections') {
    const titles = new Set(found.sections.map(({ title }) => title))
    const kinds = new Set(found.sections.map(({ kind }) => kind))
    const isIn = ({ section: { kind, title } }: Life): boolean =>
      titles.has(title) || (kind !== 'other' && kinds.has(kind))
    return { lives: [...living.values(), ...gone].filter(isIn), isNamed: false }
  }
  const lives = goneNamed(gone, what.trim().toLowerCase())
  if (lives.length > 0) return { lives, isNamed: true }
  throw new NotesError(
    'not-found',
    `Nothing in the history of the notes matches "${what}"`,
    'Run `notes history` for the newest changes',
  )
}

function goneNamed(gone: readonly Life[], wanted: string): readonly Life[] {
  const tests: readonly ((life: Life) => boolean)[] = [
    ({ named: { id, handle } }) => id?.toLowerCase() === wanted || handle === wanted,
    ({ named: { kind }, section }) => [kind, section.kind, section.title.toLowerCase()].includes(wanted),
    ({ named: { title } }) => title.toLowerCase().includes(wanted),
  ]
  const found = tests.map(test => gone.filter(test))
  return found.find(lives => lives.length > 0) ?? []
}

/** Returns a predicate for events since a revision or date. Uncommitted changes count as newer than either. */
function sinceIn(open: OpenProject, { git }: Past, since: string | undefined): (event: LifeEvent) => boolean {
  if (since === undefined) return () => true
  const time = git.commit(since) === undefined ? parseTimestamp(since)?.at : undefined
  if (time !== undefined) return ({ version: { at } }) => at === undefined || Date.parse(at) >= time
  const newer = git.since(commitAt(open, git, since))
  return ({ version: { commit } }) => commit === '' || newer.has(commit)
}
