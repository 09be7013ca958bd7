import { resolve } from 'node:path'
import { messageOf, NotesError } from '../../error.ts'
import { readText } from '../../files/read/read-text.ts'
import { writeAtomically } from '../../files/swap/write.ts'
import { updateFile } from '../../files/update-file.ts'
import { baseOfConflict, isForBase, type MergedPaths, mergeFile } from '../../git/merge-driver.ts'
import { unifiedDiff } from '../../markdown/diff.ts'
import { splitConflicts } from '../../merge/conflict.ts'
import { type MergedNotes, mergeNotes } from '../../merge/merge-notes.ts'
import type { ReadOptions } from '../../notes/notes.ts'
import { archivePathOf, isArchiveFile } from '../archive/archive-file.ts'
import type { OpenProject } from '../open.ts'
import { readOptionsOf } from '../read.ts'
import { rememberChange } from '../undo.ts'

export interface DriverRequest extends MergedPaths {
  /** The length of a conflict marker. */
  readonly markerSize: number
  /** The path of the merged file in the repository. */
  readonly path: string
}

type Merged = Omit<MergedNotes, 'text'>

/**
 * Merges as git's merge driver: writes git's own result to `ours` first and then improves it, so that any failure
 * leaves git's result.
 */
export async function mergeForGit(
  open: Pick<OpenProject, 'cwd' | 'config'>,
  { base, ours, theirs, markerSize, path }: DriverRequest,
): Promise<Merged> {
  const target = resolve(open.cwd, ours)
  const texts = triedTo(() => ({
    base: readText(resolve(open.cwd, base)).text,
    ours: readText(target).text,
    theirs: readText(resolve(open.cwd, theirs)).text,
  }))
  const conflicts = mergeFile(open.cwd, { base, ours, theirs }, markerSize)
  const left = (why: string): Merged => ({
    conflicts,
    report: { by: 'text', why, renumbered: [], conflicts: [] },
  })
  if (texts instanceof Error) return left(texts.message)
  const isBase = isForBase(open.cwd, path, markerSize)
  const merged = triedTo(() =>
    mergeNotes({
      ...texts,
      textMerge: () => ({ text: readText(target).text, conflicts }),
      options: optionsOf(open),
      appendOnly: isArchiveFile(path),
      markerSize,
      isBase,
    }),
  )
  if (merged instanceof Error) return left(merged.message)
  if (merged.report.by === 'text' && !(isBase && conflicts > 0)) return merged
  try {
    await writeAtomically(target, merged.text)
    return merged
  } catch (error) {
    // The write can fail, on a full disk for example; git's result is already in the file.
    return left(messageOf(error))
  }
}

/** Returns an error instead of throwing it: any error leaves the merge to git. */
function triedTo<Value>(act: () => Value): Value | Error {
  try {
    return act()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Ignores an invalid configuration, which must not stop a merge. */
function optionsOf(open: Pick<OpenProject, 'config'>): ReadOptions {
  const options = triedTo(() => readOptionsOf(open.config.values))
  return options instanceof Error ? {} : options
}

export interface Repaired extends Merged {
  readonly changed: boolean
  /** Only in a dry run. */
  readonly diff?: string
  readonly remarks: readonly string[]
}

/** Merges a file with conflict markers again, this time by record. */
export async function repairMerge(
  open: OpenProject,
  file: string,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Repaired> {
  // Throws if the project cannot be used, before anything is written.
  const { project } = open
  const path = resolve(open.cwd, file)
  const known = baseOfConflict(path)
  let merged: MergedNotes | undefined
  const plan = (text: string): string => {
    merged = repaired(text, known, isArchiveFile(path), optionsOf(open))
    return merged.text
  }
  const { before, after, changed } = await updateFile(path, plan, { dryRun })
  if (merged === undefined) throw new Error('Nothing was planned')
  const isOwn = path === project.file || path === archivePathOf(project.file)
  const remarks =
    changed && isOwn ? await rememberChange(open, `merge ${file}`, [{ path, before, after }]) : []
  const diff = dryRun ? { diff: unifiedDiff(before, after, { path: file }) } : {}
  return { ...merged, changed, ...diff, remarks }
}

function repaired(
  text: string,
  base: string | undefined,
  appendOnly: boolean,
  options: ReadOptions,
): MergedNotes {
  const parts = splitConflicts(text)
  if (parts === undefined)
    throw new NotesError(
      'damaged',
      'A conflict has no end marker',
      'Complete its markers by hand: <<<<<<<, =======, >>>>>>>',
    )
  const { conflicts, ...sides } = parts
  if (conflicts === 0) return { text, conflicts, report: { by: 'one side', renumbered: [], conflicts: [] } }
  return mergeNotes({
    ...sides,
    base: base ?? sides.base,
    textMerge: () => ({ text, conflicts }),
    options,
    appendOnly,
  })
}
