import { relative } from 'node:path'
import { type ArchivePlan, growth, planArchive } from '../../change/archive/archive.ts'
import { type FoldPlan, planFold } from '../../change/archive/fold-sprint.ts'
import { NotesError } from '../../error.ts'
import { inTurn } from '../../files/journal.ts'
import { readText } from '../../files/read/read-text.ts'
import { createFile } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import type { OpenProject, Setup } from '../open.ts'
import { noNotesFile, planOn, readOptionsOf, shownPath } from '../read.ts'
import { type ChangedText, rememberChange } from '../undo.ts'
import { archivePathOf, readArchive } from './archive-file.ts'

/** A plan, and how much smaller it makes the notes file. */
export interface Announced<Plan> {
  readonly plan: Plan
  readonly archivePath: string
  readonly saved: { readonly bytes: number; readonly tokens: number }
}

/** Receives the plan before anything is written. Other processes may write meanwhile, so the result can differ. */
type Announce<Plan> = (announced: Announced<Plan>) => void

export interface ArchiveRequest {
  /** How many decisions stay in the log; overrides `decisions.keep`. */
  readonly keep?: number | undefined
  /** How many archived decisions stay in the notes file; overrides `decisions.keepArchived`. */
  readonly keepArchived?: number | undefined
  /** Moves only these decisions, given by handle, id, time or words, from the log to the Decision Archive. */
  readonly ids?: readonly string[] | undefined
  readonly dryRun?: boolean
  /** The name of this change in `notes undo`. */
  readonly command?: string
  readonly announce?: Announce<ArchivePlan>
}

export interface FoldRequest {
  readonly sprint: string
  readonly dryRun?: boolean
  readonly announce?: Announce<FoldPlan>
}

/** The result of archiving or, in a dry run, the plan. */
export interface Archived<Plan> extends Announced<Plan> {
  /** Path of the notes file. Relative to the working folder, like `archivePath`. */
  readonly path: string
  readonly changed: boolean
  readonly remarks: readonly string[]
  /** Only in a dry run. */
  readonly diff?: string
}

/** Moves decisions beyond the configured number to the Decision Archive, and old archived ones to the archive file. */
export function archiveProject(
  open: OpenProject,
  { keep, keepArchived, ids, dryRun = false, command = 'archive', announce }: ArchiveRequest = {},
): Promise<Archived<ArchivePlan>> {
  return move(open, { command, dryRun, announce }, archivePath => {
    const { values } = open.config
    const options = {
      ...readOptionsOf(values),
      archivePath,
      keep: keep ?? values.decisions.keep,
      keepArchived: keepArchived ?? values.decisions.keepArchived,
      ids,
    }
    return (text, archived) => planArchive(text, archived, options)
  })
}

/** Moves the closed records of one sprint to the archive file, below a summary line with their counts. */
export function foldSprint(
  open: OpenProject,
  { sprint, dryRun = false, announce }: FoldRequest,
): Promise<Archived<FoldPlan>> {
  return move(open, { command: `archive --sprint ${sprint}`, dryRun, announce }, archivePath => {
    const options = { ...readOptionsOf(open.config.values), archivePath, sprint, dryRun }
    return (text, archived) => planFold(text, archived, options)
  })
}

/** The new text of both files. `archiveText` is undefined when there is no archive and none is needed. */
interface TwoTexts {
  readonly text: string
  readonly archiveText: string | undefined
}

type PlanBoth<Plan extends TwoTexts> = (text: string, archived: string | undefined) => Plan

interface Moved<Plan extends TwoTexts> {
  readonly plan: Plan
  readonly files: readonly ChangedText[]
}

async function move<Plan extends TwoTexts & { readonly remarks: readonly string[] }>(
  open: OpenProject,
  {
    command,
    dryRun,
    announce,
  }: {
    readonly command: string
    readonly dryRun: boolean
    readonly announce: Announce<Plan> | undefined
  },
  planFor: (archivePath: string) => PlanBoth<Plan>,
): Promise<Archived<Plan>> {
  const { project, cwd } = open
  const path = shownPath(open)
  if (!project.exists) throw noNotesFile(open)
  const archive = archivePathOf(project.file)
  const archivePath = relative(cwd, archive)
  const planBoth = planFor(archive)
  if (dryRun) {
    const { text } = readText(project.file)
    const old = readArchive(open.project)
    const plan = planOn(open, text, () => planBoth(text, old))
    const added =
      plan.archiveText === undefined ? '' : unifiedDiff(old, plan.archiveText, { path: archivePath })
    const diff = unifiedDiff(text, plan.text, { path }) + added
    return { plan, path, archivePath, changed: false, saved: saving(text, plan), remarks: plan.remarks, diff }
  }
  // One at a time: two concurrent runs would each record half of a change, and undo would revert only half.
  return inTurn(project.root, async () => {
    let isAnnounced = announce === undefined
    const { plan, files } = await moveToArchive(open, (text, archived) => {
      const planned = planBoth(text, archived)
      if (!isAnnounced && planned.text !== text)
        announce?.({ plan: planned, archivePath, saved: saving(text, planned) })
      isAnnounced = true
      return planned
    })
    const forgotten = files.length === 0 ? [] : await rememberChange(open, command, files)
    const before = files.find(file => file.path === project.file)?.before ?? plan.text
    return {
      plan,
      path,
      archivePath,
      changed: files.length > 0,
      saved: saving(before, plan),
      remarks: [...plan.remarks, ...forgotten],
    }
  })
}

const MAX_ROUNDS = 10

/**
 * Moves records from the notes file to the archive file, which is written and synced first: a crash in between leaves
 * a record in both, and the next run removes the duplicate. Starts over when records added meanwhile have to be
 * archived too.
 */
async function moveToArchive<Plan extends TwoTexts>(
  setup: Setup,
  planBoth: PlanBoth<Plan>,
): Promise<Moved<Plan>> {
  const { project } = setup
  const path = archivePathOf(project.file)
  const written: ChangedText[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const known = readArchive(setup.project)
    const { text: read } = readText(project.file)
    const first = planOn(setup, read, () => planBoth(read, known))
    const own = await writeArchive(path, known, first.archiveText, project.root)
    if (own !== undefined) written.push(own)
    const ready = readArchive(setup.project)
    let done = first
    let behind = false
    const { before, after } = await updateFile(
      project.file,
      text => {
        // Planning again takes as long as the first time, and the plan differs only if another process has
        // written meanwhile.
        const isSame = text === read && ready === first.archiveText
        done = isSame ? first : planOn(setup, text, () => planBoth(text, ready))
        behind = done.archiveText !== ready
        return behind ? undefined : done.text
      },
      { root: project.root },
    )
    if (behind) continue
    // Undo reverts only what this command wrote; additions by others stay.
    const notes = before === after ? [] : [{ path: project.file, before, after }]
    return { plan: { ...done, text: after }, files: [...notes, ...(written.length === 1 ? written : [])] }
  }
  throw new NotesError(
    'locked',
    'Other processes keep adding decisions faster than they can be archived',
    'Run this again when they are done',
    { path },
  )
}

/** Returns the change, or undefined when nothing had to be written or another process was faster. */
async function writeArchive(
  path: string,
  known: string | undefined,
  text: string | undefined,
  root: string,
): Promise<ChangedText | undefined> {
  if (text === undefined || text === known) return undefined
  if (known === undefined)
    return createFile(path, text) ? { path, before: undefined, after: text } : undefined
  const { changed } = await updateFile(path, current => (current === known ? text : undefined), { root })
  return changed ? { path, before: known, after: text } : undefined
}

const saving = (before: string, { text }: TwoTexts): Archived<unknown>['saved'] => growth(text, before)

/** May the notes file grow by this many bytes? Shrinking is always allowed, so that a full file can be tidied up. */
export function mayGrow({ project, config }: OpenProject, delta: number) {
  const bytes = project.exists ? Buffer.byteLength(readText(project.file).text) : 0
  const limit = config.values.limits.fileBytes
  return { bytes, delta, limit, allowed: delta <= 0 || bytes + delta <= limit }
}
