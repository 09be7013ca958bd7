import { relative } from 'node:path'
import { applyUndo, inverseAsWhole, inverseOf, readUndoStep, type UndoStep } from '../change/undo.ts'
import { NotesError } from '../error.ts'
import { allChanges, inTurn, lastChange, MAX_LINE, markUndone, recordChange } from '../files/journal.ts'
import { isThere } from '../files/read/look.ts'
import { readText } from '../files/read/read-text.ts'
import { pathBelow, realPath } from '../files/real-path.ts'
import { resolveInside } from '../files/safe-path.ts'
import { removeFile, updateFile } from '../files/update-file.ts'
import { keepLost } from '../files/user/snapshot.ts'
import { unifiedDiff } from '../markdown/diff.ts'
import { archivePathOf } from './archive/archive-file.ts'
import { keepAfterChange } from './guard/keep-copy.ts'
import type { OpenProject, Setup } from './open.ts'

export interface Undone {
  /** The command that was undone, and when it ran. */
  readonly command: string
  readonly at: string
  /** Only in a dry run. */
  readonly diff?: string
}

/** Undoes the last change to the notes. Concurrent processes take turns and undo one change each. */
export function undoLast(open: OpenProject, { dryRun = false }: { dryRun?: boolean } = {}): Promise<Undone> {
  const { root } = open.project
  // With nothing to undo, skips the lock, which would create its folder.
  const alone = dryRun || lastChange(root) === undefined
  return alone ? undoOne(open, dryRun) : inTurn(root, () => undoOne(open, false))
}

async function undoOne(open: OpenProject, dryRun: boolean): Promise<Undone> {
  const { project, cwd } = open
  const last = lastChange(project.root)
  if (last === undefined)
    throw new NotesError(
      'not-found',
      'There is nothing to undo',
      'Only `notes` commands can be undone, each once; use git for anything else',
    )
  const { command, at } = last
  const files = last.files.map(file => ({
    path: checkedPath(open, file.path),
    step: stepOf(file.step, command),
  }))
  // Plans all files first: a change is undone completely or not at all.
  const planned = files.map(({ path, step }) => ({ path, step, ...undoOn(path, step, command) }))
  if (dryRun) {
    const diffs = planned.map(({ path, before, after }) =>
      unifiedDiff(before, after, { path: relative(cwd, path) }),
    )
    return { command, at, diff: diffs.join('') }
  }
  for (const { path, step } of planned) {
    const { before, after } = await updateFile(path, text => undoneText(text, step, path, command), {
      root: project.root,
    })
    if (step.created === true) await removeFile(path, '')
    if (path !== project.file) continue
    // Keeps healed records restorable, in case nothing else holds them.
    if (command === 'notes heal') keepLost(open.env, path, { text: before, gone: [] })
    keepAfterChange(open, before, after)
  }
  await markUndone(project.root, last.id)
  return { command, at }
}

/** Anyone may have written the journal, since it is in the project: accepts only the notes file and the archive. */
function checkedPath({ project }: Setup, path: string): string {
  const known = [project.file, archivePathOf(project.file)]
  const inside = resolveInside(project.root, path)
  // A change through a link is journaled under the name of the link.
  const found = inside.ok ? known.find(candidate => realPath(candidate) === inside.real) : undefined
  if (found === undefined)
    throw new NotesError(
      'outside',
      `The last change was to ${path}, which is not this notes file`,
      'Name that file with --file, or use git',
    )
  return found
}

function stepOf(step: unknown, command: string): UndoStep {
  const read = readUndoStep(step)
  if (read !== undefined) return read
  throw new NotesError(
    'not-found',
    `\`${command}\` is too large a change to undo`,
    'Use git to restore the earlier text',
  )
}

function undoOn(path: string, step: UndoStep, command: string): { before: string; after: string } {
  if (!isThere(path))
    throw new NotesError(
      'conflict',
      `\`${command}\` cannot be undone: ${path} is gone`,
      'Restore the file (git checkout, a backup), then run `notes undo` again',
      { path },
    )
  const before = readText(path).text
  return { before, after: undoneText(before, step, path, command) }
}

function undoneText(text: string, step: UndoStep, path: string, command: string): string {
  const undone = applyUndo(text, step)
  if ('text' in undone) return undone.text
  throw new NotesError(
    'conflict',
    `\`${command}\` cannot be undone: ${undone.refused}`,
    'Change it by hand, or use git',
    { path },
  )
}

export interface ChangedText {
  readonly path: string
  /** Undefined when the change created the file. */
  readonly before: string | undefined
  readonly after: string
  /** False when the file was not text before. */
  readonly isText?: boolean
  /** The change moved everything: it is undone as a whole or not at all. */
  readonly isWhole?: true
}

/**
 * Records in the journal how to undo a change, and keeps a copy of the notes for the guard. Returns remarks for the
 * user: none, or why undo is not possible.
 */
export async function rememberChange(
  open: OpenProject,
  command: string,
  files: readonly ChangedText[],
): Promise<readonly string[]> {
  const { project, now } = open
  for (const { path, before, after } of files) if (path === project.file) keepAfterChange(open, before, after)
  // A step holds at least the difference in length. Comparing 20 MB to find its exact size takes a second.
  const isTooLarge = files.some(
    ({ before = '', after, isText, isWhole }) =>
      isText === false ||
      (isWhole ? after.length + before.length : Math.abs(after.length - before.length)) > MAX_LINE,
  )
  const change = {
    at: now().toISOString(),
    command: `notes ${command}`,
    files: files.map(file => ({
      path: pathBelow(project.root, file.path),
      step: isTooLarge ? undefined : stepBack(file),
    })),
  }
  const recorded = await recordChange(project.root, change, isTooLarge)
  return recorded.recorded ? [] : [`${NOT_UNDONE}: ${recorded.reason}`]
}

const NOT_UNDONE = '`notes undo` cannot undo this'

/** Returns `done` with an offer of `notes undo`, unless one of the remarks says that the change cannot be undone. */
export function undoOffer(done: string, remarks: readonly string[]): string {
  return remarks.some(remark => remark.startsWith(NOT_UNDONE))
    ? `${done}.`
    : `${done}; \`notes undo\` reverts it.`
}

const stepBack = ({ before, after, isWhole }: ChangedText): UndoStep =>
  isWhole && before !== undefined ? inverseAsWhole(before, after) : inverseOf(before, after)

/** Returns the texts that commands wrote and removed, as far as the journal goes back, undone or not. */
export const textsOfChanges = ({ project }: Setup): readonly string[] =>
  allChanges(project.root)
    .flatMap(({ files }) => files)
    .flatMap(({ step }) => readUndoStep(step)?.hunks ?? [])
    .flatMap(({ inserted, removed }) => [inserted, removed])
