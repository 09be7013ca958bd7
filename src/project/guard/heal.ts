import { relative } from 'node:path'
import { planRepair, type Repair, type RepairOptions } from '../../change/repair.ts'
import { refuseDamage } from '../../change/verify.ts'
import { NotesError } from '../../error.ts'
import { MAX_LINE } from '../../files/journal.ts'
import { assertInside } from '../../files/project.ts'
import { defaultFiles } from '../../files/project-root.ts'
import { isThere } from '../../files/read/look.ts'
import { readText } from '../../files/read/read-text.ts'
import { realPath } from '../../files/real-path.ts'
import { createFile, setAside } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { forgetLost, keepLost, keepSnapshot, lostTexts, snapshotOf } from '../../files/user/snapshot.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { readNotes } from '../../notes/notes.ts'
import { readArchivedNotes } from '../archive/archived-notes.ts'
import type { OpenProject } from '../open.ts'
import { noNotesFile, readOptionsOf, shownPath } from '../read.ts'
import { rememberChange } from '../undo.ts'
import {
  type Candidate,
  type Candidates,
  type ComparedCandidate,
  compareCandidate,
  findCandidates,
  type GoneRecord,
  toGone,
} from './candidates.ts'

export interface HealRequest {
  readonly dryRun?: boolean
  /** Accepts the file as it is, and forgets its lost records. */
  readonly accept?: boolean
  /** The earlier text to use: a candidate's name, or any commit. */
  readonly from?: string | undefined
  /** Replaces the whole file if records cannot be merged into it. With `from`, always replaces it. */
  readonly apply?: boolean
}

export interface HealedProject {
  /** The notes file, relative to the working folder. */
  readonly path: string
  readonly state: Repair['state']
  /** What was restored: records, the cut-off end, or a whole earlier text. */
  readonly by: Repair['by']
  /** The earlier text used; undefined for the guard's copies. */
  readonly from?: ComparedCandidate
  readonly restored: readonly GoneRecord[]
  /** Records for which no place was found. Their earlier text is kept. */
  readonly left: readonly GoneRecord[]
  /** Records of the replaced text that the new one lacks. They are kept as lost. */
  readonly dropped: readonly GoneRecord[]
  /** Why records cannot be merged into the file, which then stays unchanged. */
  readonly stuck?: string
  readonly changed: boolean
  /** All earlier texts, newest first. Set in a dry run, and when records cannot be merged into the file. */
  readonly candidates?: readonly ComparedCandidate[]
  /** Only in a dry run. */
  readonly diff?: string
  readonly remarks: readonly string[]
}

/**
 * Restores what is missing from the notes file. A file that is gone or empty comes back whole, from the newest
 * undamaged text; a truncated one gets its end back. Otherwise vanished records come back, and everything else stays as
 * it is, byte for byte. Only `apply` replaces text; the replaced text is kept for `notes undo`.
 */
export async function healProject(given: OpenProject, request: HealRequest = {}): Promise<HealedProject> {
  const { dryRun = false, accept = false, from, apply = false } = request
  const open = withFile(given)
  if (accept) return acceptFile(open, dryRun)
  const { env, project } = open
  const { file } = project
  const path = shownPath(open)
  const found = findCandidates(open)
  const chosen = from === undefined ? undefined : found.named(from)
  // The records of a damaged text are guesses.
  if (chosen !== undefined) refuseDamage(chosen.notes, `The text in ${chosen.names[0]} is also damaged: line`)
  const archived = readArchivedNotes(open)?.notes
  const read = readOptionsOf(open.config.values)
  const present = presentText(file)
  const known = typeof present === 'string' ? found.knownFor(present) : found.best
  const sources = { ...copiesOf(open), best: known?.notes, chosen: chosen?.notes, archived }
  const repaired = (now: Present): Repair =>
    planRepair(now, { ...read, ...sources, isCommitted: found.isCommitted, apply })
  const planned = repaired(present)
  if (planned.stuck !== undefined && (chosen ?? known) === undefined) throw stuckFor(present, planned, file)
  if (planned.state === 'missing' && planned.by !== 'whole') throw nothingLeft(open)
  const isPlan = dryRun || planned.stuck !== undefined
  const { repair, before, aside } = isPlan
    ? { repair: planned, before: typeof present === 'string' ? present : '', aside: undefined }
    : await write(open, present, repaired)
  const { state, by, restored, left, dropped, stuck, text } = repair
  const isChanged = stuck === undefined && (state === 'missing' || before !== text)
  const notes = typeof present === 'string' && present.trim() !== '' ? readNotes(present, read) : undefined
  const compared = (one: Candidate): ComparedCandidate => compareCandidate(one, notes, archived)
  const taken = by === 'whole' || state === 'truncated' ? (chosen ?? known) : chosen
  const remarks = [
    ...(found.problem === undefined || state === 'whole' ? [] : [found.problem]),
    ...(state === 'whole' && !isChanged && notes?.records.length === 0 ? emptyRemark(found) : []),
    ...(aside === undefined ? [] : [`The previous text of the file is in ${relative(open.cwd, aside)}`]),
  ]
  const said = {
    path,
    state,
    by,
    ...(taken === undefined ? {} : { from: compared(taken) }),
    restored: restored.map(({ notes, record }) => toGone(notes, record)),
    left: left.map(({ notes, record }) => toGone(notes, record)),
    dropped: dropped.map(({ notes, record }) => toGone(notes, record)),
    ...(stuck === undefined ? {} : { stuck }),
    ...(isPlan ? { candidates: found.all.map(compared) } : {}),
  }
  if (isPlan) {
    const diff = dryRun ? { diff: stuck === undefined ? unifiedDiff(before, text, { path }) : '' } : {}
    return { ...said, ...diff, changed: false, remarks }
  }
  if (isChanged) {
    const isText = !(present instanceof Error)
    const change = {
      path: file,
      before: state === 'missing' || !isText ? undefined : before,
      after: text,
      isText,
    }
    const problems = await rememberChange(open, 'heal', [change])
    remarks.push(...(isText ? problems : ['`notes undo` cannot undo this: the file was not text']))
  }
  if (left.length === 0 && chosen === undefined && sources.lost.length > 0) forgetLost(env, file)
  if (dropped.length > 0)
    keepLost(env, file, { text: before, gone: dropped.map(({ record: { span } }) => [span.start, span.end]) })
  return { ...said, changed: isChanged, remarks }
}

/** The current text of the file; undefined if there is no file, an error if it is not text. */
type Present = string | NotesError | undefined

function presentText(file: string): Present {
  if (!isThere(file)) return undefined
  try {
    return readText(file).text
  } catch (error) {
    if (error instanceof NotesError && error.code === 'not-text') return error
    throw error
  }
}

/** Returns the guard's copies: texts from before records vanished, and the last text that the guard saw. */
function copiesOf({ env, project: { file } }: OpenProject): Pick<RepairOptions, 'lost' | 'snapshot'> {
  const snapshot = snapshotOf(env, file)
  return {
    lost: lostTexts(env, file).filter(({ gone }) => gone.length > 0),
    snapshot: snapshot?.isCurrent === false && snapshot.text.trim() !== '' ? snapshot : undefined,
  }
}

/** Plans the repair again on the newest text, under the lock, and writes it. */
async function write(
  { project: { file, root } }: OpenProject,
  present: Present,
  repaired: (now: Present) => Repair,
): Promise<{ repair: Repair; before: string; aside: string | undefined }> {
  let repair = repaired(present)
  if (present === undefined) {
    if (!createFile(realPath(file), repair.text))
      throw new NotesError('conflict', `${file} was created meanwhile`, 'Run this again', { path: file })
    return { repair, before: '', aside: undefined }
  }
  const isText = typeof present === 'string'
  let aside: { readonly path: string; readonly text: string } | undefined
  const plan = (text: string): string | undefined => {
    repair = repaired(isText ? text : present)
    if (repair.stuck !== undefined) return undefined
    const isKept = repair.by !== 'whole' || (isText && fitsJournal(text, repair.text))
    if (!isKept && aside?.text !== text)
      aside = { path: setAside(realPath(file), Buffer.from(text, isText ? 'utf8' : 'latin1')), text }
    return repair.text
  }
  const asBytes = { read: (bytes: Buffer) => bytes.toString('latin1') }
  const { before } = await updateFile(file, plan, { root, ...(isText ? {} : asBytes) })
  return { repair, before, aside: aside?.path }
}

/** Does the change fit in the journal? `notes undo` cannot undo a larger one. */
const fitsJournal = (...texts: readonly string[]): boolean =>
  texts.every(text => text.length < MAX_LINE) && Buffer.byteLength(JSON.stringify(texts)) < MAX_LINE - 4096

function acceptFile(open: OpenProject, dryRun: boolean): HealedProject {
  const { env, project } = open
  const { file } = project
  if (!isThere(file)) throw noNotesFile(open)
  const { text } = readText(file)
  if (!dryRun) {
    forgetLost(env, file)
    keepSnapshot(env, file, text)
  }
  const nothing = { by: 'records', restored: [], left: [], dropped: [], changed: false, remarks: [] } as const
  return { path: shownPath(open), state: 'whole', ...nothing }
}

/** The error for a file that only a person can repair, because there is no earlier text. */
function stuckFor(present: Present, { stuck = '', state }: Repair, file: string): NotesError {
  if (present instanceof NotesError) return present
  const how = state === 'conflicted' ? 'Resolve it, with `notes merge FILE` or by hand' : 'Repair it by hand'
  return new NotesError('damaged', `${stuck}, and there is no undamaged earlier text`, how, { path: file })
}

function nothingLeft(open: OpenProject): NotesError {
  const error = noNotesFile(open)
  if (open.project.rivals !== undefined) return error
  const { code, message, path } = error
  const hint = 'Run `notes init`, or name it with --file'
  return new NotesError(code, `${message}, and no earlier text of it`, hint, { path })
}

function emptyRemark({ best }: Candidates): readonly string[] {
  const count = best?.notes.records.length ?? 0
  const [name] = best?.names ?? []
  return count === 0 || name === undefined
    ? []
    : [`The file has no records; ${name} has ${count}: \`notes heal --from ${name}\``]
}

/** Finds a notes file that was deleted: its copies, or else git, show which default file it was. */
function withFile(open: OpenProject): OpenProject {
  const { project, env, cwd, now, config } = open
  if (project.exists || project.fileFrom !== 'default' || project.rivals !== undefined) return open
  const places = defaultFiles(project.root).map(
    (file): OpenProject => ({ cwd, env, now, config, project: { ...project, file } }),
  )
  const isCopied = ({ project: { file } }: OpenProject): boolean =>
    lostTexts(env, file).length > 0 || (snapshotOf(env, file)?.text ?? '').trim() !== ''
  const found = places.find(isCopied) ?? places.find(place => findCandidates(place).best !== undefined)
  if (found !== undefined) assertInside(found.project)
  return found ?? open
}
