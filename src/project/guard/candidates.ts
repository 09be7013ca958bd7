import { NotesError } from '../../error.ts'
import { lostTexts, snapshotOf } from '../../files/user/snapshot.ts'
import { type PastText, type PastTexts, pastTexts } from '../../git/past-texts.ts'
import { withLineFeeds } from '../../markdown/scan/leaf.ts'
import { goneRecords } from '../../notes/gone.ts'
import { type Handle, handleOf } from '../../notes/handle.ts'
import { type KindName, kindOf, type NotesRecord, titleOf } from '../../notes/kinds.ts'
import { type Notes, readNotes } from '../../notes/notes.ts'
import type { OpenProject } from '../open.ts'
import { readOptionsOf } from '../read.ts'

/** An earlier text of the notes file. */
export interface Candidate {
  /**
   * `snapshot`, `lost@{0}`, `index`, `HEAD`, `stash@{0}`, or the start of a commit hash. A text may have several names.
   */
  readonly names: readonly [string, ...string[]]
  /** When it was kept or committed, in milliseconds. Unknown for the index. */
  readonly at: number | undefined
  readonly notes: Notes
}

export interface Candidates {
  /** Newest first. */
  readonly all: readonly Candidate[]
  /** The newest undamaged one, which a repair uses. */
  readonly best: Candidate | undefined
  /** Returns the baseline for a text: the best candidate, or one whose records the text is known to have lost. */
  knownFor(text: string): Candidate | undefined
  /** Is this the text in the index or at HEAD? */
  isCommitted(text: string): boolean
  /** The candidate of this name, or the file's text in a commit. */
  named(name: string): Candidate
  /** Why git could not be asked. */
  readonly problem?: string
}

/**
 * Collects earlier texts of a notes file: the copies in the user's state folder, the index, HEAD, stashes, and the
 * newest version in the history that is not damaged.
 */
export function findCandidates({ env, project, config, now }: OpenProject): Candidates {
  const { file } = project
  const { past, problem } = askedPast(file)
  const snapshot = snapshotOf(env, file)
  const lost = lostTexts(env, file)
  const texts: PastText[] = [
    ...(snapshot === undefined ? [] : [{ ...snapshot, name: 'snapshot' }]),
    ...lost.map((one, index) => ({ ...one, name: `lost@{${index}}` })),
    ...(past?.named ?? []),
  ]
  const options = readOptionsOf(config.values)
  const byText = new Map<string, Candidate>()
  const add = ({ name, at, text }: PastText): Candidate => {
    const key = withLineFeeds(text)
    const known = byText.get(key)
    const candidate: Candidate =
      known === undefined
        ? { names: [name], at, notes: readNotes(text, options) }
        : { ...known, names: [...known.names, name], at: Math.max(at ?? 0, known.at ?? 0) || undefined }
    byText.set(key, candidate)
    return candidate
  }
  for (const text of texts) if (text.text.trim() !== '') add(text)
  for (const text of past?.committed() ?? [])
    if (isGood(byText.get(withLineFeeds(text.text))?.notes ?? readNotes(text.text, options))) {
      add(text)
      break
    }
  const head = past?.named.find(({ name }) => name === 'HEAD')?.at ?? 0
  // Ignore future times: a clock may be ahead, and anyone can date a commit.
  const timeOf = ({ at = head + 1 }: Candidate): number => (at > now().getTime() ? 0 : at)
  const all = [...byText.values()].toSorted((one, other) => timeOf(other) - timeOf(one))
  const whole = all.filter(({ notes }) => notes.document.damage.length === 0)
  // Stashed text was put aside on purpose.
  const inUse = whole.filter(({ names }) => !names.every(name => name.startsWith('stash@')))
  const hasRecords = ({ notes }: Candidate): boolean => notes.records.length > 0
  const best = inUse.find(hasRecords) ?? whole.find(hasRecords) ?? inUse[0] ?? whole[0]
  const firstLost = `lost@{${lost.findIndex(({ gone }) => gone.length > 0)}}`
  const lostFrom = whole.find(({ names }) => names.includes(firstLost))
  const named = (name: string): Candidate => {
    const known = all.find(({ names }) => names.includes(name))
    if (known !== undefined) return known
    const found = /^(?:snapshot|index|lost@\{.*)$/.test(name) ? undefined : past?.at(name)
    if (found === undefined) throw noCandidate(name)
    return { names: [name], at: found.at, notes: readNotes(found.text, options) }
  }
  return {
    all,
    best,
    knownFor: text => (best === byText.get(withLineFeeds(text)) ? (lostFrom ?? best) : best),
    isCommitted: text =>
      past?.named.some(
        one => !one.name.startsWith('stash@') && withLineFeeds(one.text) === withLineFeeds(text),
      ) === true,
    named,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** Asks git for earlier texts. If `.git` is not a repository, only the guard's copies are candidates. */
function askedPast(file: string): { readonly past?: PastTexts | undefined; readonly problem?: string } {
  try {
    return { past: pastTexts(file) }
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    return error.message.includes('not a git repository') ? {} : { problem: error.message }
  }
}

const isGood = ({ document, records }: Notes): boolean => document.damage.length === 0 && records.length > 0

const noCandidate = (name: string): NotesError =>
  new NotesError(
    'not-found',
    `There is no text of the notes file in ${name}`,
    '`notes heal --list` lists those that exist',
  )

/** The effect of replacing the file with a candidate. */
export interface ComparedCandidate {
  readonly names: readonly [string, ...string[]]
  readonly at?: string
  readonly records: number
  readonly damaged: boolean
  /** Records that the file now lacks. */
  readonly brings: readonly GoneRecord[]
  /** Records of the file that the candidate lacks. */
  readonly lacks: readonly GoneRecord[]
}

/** Compares a candidate with the file. `present` is undefined when the file cannot be read, or is empty. */
export function compareCandidate(
  { names, at, notes }: Candidate,
  present: Notes | undefined,
  archived: Notes | undefined,
): ComparedCandidate {
  const brings = present === undefined ? notes.records : goneRecords(notes, present, archived)
  const lacks = present === undefined ? [] : goneRecords(present, notes)
  return {
    names,
    ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
    records: notes.records.length,
    damaged: notes.document.damage.length > 0,
    brings: brings.map(record => toGone(notes, record)),
    lacks: present === undefined ? [] : lacks.map(record => toGone(present, record)),
  }
}

/** A record that one text has and another lacks. */
export interface GoneRecord {
  readonly kind: KindName
  readonly handle: Handle
  readonly title: string
}

export const toGone = (notes: Notes, record: NotesRecord): GoneRecord => ({
  kind: record.kind,
  handle: handleOf(notes, record),
  title: titleOf(record),
})

/** Prints the number of records of each kind: `2 decisions and 1 blocker`. */
export function countRecords(records: readonly GoneRecord[]): string {
  const counts = [...new Set(records.map(({ kind }) => kind))].map(kind => {
    const count = records.filter(record => record.kind === kind).length
    const { one, many } = kindOf({ kind }).words
    return `${count} ${count === 1 ? one : many}`
  })
  return counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : (counts[0] ?? '')
}
