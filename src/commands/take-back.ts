import { relative } from 'node:path'
import { unifiedDiff } from '../document/diff.ts'
import { NotesError } from '../error.ts'
import { applyUndo, readUndoStep, type UndoStep } from '../manager/undo.ts'
import { inTurn, lastChange, markUndone } from '../workspace/journal.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { removeEmpty } from '../workspace/remove-empty.ts'
import { resolveInside } from '../workspace/safe-path.ts'
import { updateFile } from '../workspace/update-file.ts'
import { archivePathOf } from './archive-path.ts'
import type { Context } from './context.ts'
import { diffText, oneLine, report } from './output.ts'
import { inRoot } from './undo-log.ts'

/** What `notes undo` does. Several at once take back one change each: the second waits until the first is done. */
export function undoLast(context: Context, dryRun: boolean): Promise<0> {
  const { root } = context.project
  // With nothing to take back there is nothing to wait for, and no folder to be made for a lock.
  const alone = dryRun || lastChange(root) === undefined
  return alone ? takeBack(context, dryRun) : inTurn(root, () => takeBack(context, false))
}

async function takeBack(context: Context, dryRun: boolean): Promise<0> {
  const { project, host } = context
  const last = lastChange(project.root)
  if (last === undefined)
    throw new NotesError(
      'not-found',
      'There is nothing to take back',
      'Only commands of notes can be undone, each once; use git for anything else',
    )
  const files = last.files.map(file => ({
    path: checkedPath(context, file.path),
    step: stepOf(file.step, last.command),
  }))
  // All places first: a change is taken back whole, or not at all.
  const planned = files.map(({ path, step }) => ({ path, step, ...undoOn(path, step, last.command) }))
  const diff = planned
    .map(({ path, before, after }) => unifiedDiff(before, after, { path: relative(host.cwd, path) }))
    .join('')
  if (!dryRun) {
    for (const { path, step } of planned) {
      await updateFile(path, text => taken(text, step, path, last.command), { root: project.root })
      if (step.created === true) await removeEmpty(path)
    }
    await markUndone(project.root, last.id)
  }
  report(context, {
    json: { command: last.command, at: last.at, undone: !dryRun, ...(dryRun ? { diff } : {}) },
    lines: dryRun ? [diffText(diff)] : [`Took back: ${oneLine(last.command)} (${oneLine(last.at)})`],
  })
  return 0
}

/** The journal lies in the project, where anybody may have written it: it names the notes or the archive, or nothing. */
function checkedPath({ project }: Context, path: string): string {
  const known = [project.file, archivePathOf(project.file)]
  const found = known.find(candidate => inRoot(project.root, candidate) === path)
  if (found === undefined || !resolveInside(project.root, path).ok)
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
    `\`${command}\` was too large a change to be kept`,
    'Use git to get the earlier text back',
  )
}

function undoOn(path: string, step: UndoStep, command: string): { before: string; after: string } {
  if (!isThere(path))
    throw new NotesError(
      'conflict',
      `\`${command}\` cannot be taken back: ${path} is gone`,
      'Put the file back (git checkout, a backup), then run `notes undo` again',
      { path },
    )
  const before = readText(path).text
  return { before, after: taken(before, step, path, command) }
}

function taken(text: string, step: UndoStep, path: string, command: string): string {
  const undone = applyUndo(text, step)
  if ('text' in undone) return undone.text
  throw new NotesError(
    'conflict',
    `\`${command}\` cannot be taken back: ${undone.refused}`,
    'Change it by hand, or use git',
    { path },
  )
}
