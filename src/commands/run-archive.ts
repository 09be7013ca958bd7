import { relative } from 'node:path'
import { unifiedDiff } from '../document/diff.ts'
import { NotesError } from '../error.ts'
import { type ArchivePlan, growth, planArchive } from '../manager/archive.ts'
import { inTurn } from '../workspace/journal.ts'
import { readText } from '../workspace/read-text.ts'
import { archiveProject, type PlanBoth, planFor, readArchive } from './archive-file.ts'
import { archivePathOf } from './archive-path.ts'
import type { Context } from './context.ts'
import { noNotesFile, shownPath } from './notes-file.ts'
import { notesTemplate } from './notes-template.ts'
import { diffText, report } from './output.ts'
import { readOptions } from './read-project.ts'
import { rememberChange } from './undo-log.ts'

interface Request {
  readonly command: string
  readonly keep?: number | undefined
  readonly keepArchived?: number | undefined
  readonly ids?: readonly string[]
  readonly dryRun: boolean
}

/** Also `notes decision archive ID...`. */
export async function runArchive(context: Context, request: Request): Promise<0> {
  const { project, host, config } = context
  const path = shownPath(context)
  if (!project.exists) throw noNotesFile(context, 'unreadable')
  const { decisions } = config.values
  const archivePath = archivePathOf(project.file)
  const options = {
    ...readOptions(context),
    archivePath,
    template: notesTemplate,
    keep: request.keep ?? decisions.keep,
    keepArchived: request.keepArchived ?? decisions.keepArchived,
    ids: request.ids,
  }
  const planBoth: PlanBoth<ArchivePlan> = (text, archived) => planArchive(text, archived, options)
  if (request.dryRun) {
    const text = readText(project.file).text
    const old = readArchive(context)
    const plan = planFor(context, text, old, planBoth)
    const diff =
      unifiedDiff(text, plan.text, { path }) +
      (plan.archiveText === undefined
        ? ''
        : unifiedDiff(old, plan.archiveText, { path: relative(host.cwd, archivePath) }))
    report(context, {
      json: { file: path, changed: false, dryRun: true, moved: plan.moved, remarks: plan.remarks, diff },
      lines: [...plan.remarks, diffText(diff)],
    })
    return 0
  }
  // In turn: two runs at once would each write down half of what one of them did, and undo would take back half.
  const { plan, files, forgotten } = await inTurn(project.root, async () => {
    const done = await archiveProject(context, planBoth)
    const said = done.files.length === 0 ? [] : await rememberChange(context, request.command, done.files)
    return { ...done, forgotten: said }
  })
  const remarks = [...plan.remarks, ...forgotten]
  const { toSection, toFile } = plan.moved
  const saved = files[0] === undefined ? 0 : -growth(files[0].before ?? '', files[0].after).bytes
  report(context, {
    json: {
      file: path,
      archive: relative(host.cwd, archivePath),
      changed: files.length > 0,
      moved: plan.moved,
      remarks,
    },
    lines: [
      ...remarks,
      toSection + toFile === 0
        ? 'There is nothing to archive.'
        : `Moved ${toSection} to the Decision Archive, ${toFile} to ${relative(host.cwd, archivePath)}; the notes file is ${Math.abs(saved)} bytes ${saved < 0 ? 'larger' : 'smaller'}.`,
    ],
  })
  return 0
}

/** Something that makes the file smaller may always go ahead, so that nobody is locked out of tidying up. */
export function mayGrow(context: Context, typed: string): 0 | 1 {
  const delta = Number(typed)
  if (!Number.isSafeInteger(delta))
    throw new NotesError(
      'usage',
      `--delta takes a whole number of bytes, not "${typed}"`,
      'Write it as 2000 or -500',
    )
  const { project, config } = context
  const bytes = project.exists ? Buffer.byteLength(readText(project.file).text) : 0
  const limit = config.values.limits.fileBytes
  const allowed = delta <= 0 || bytes + delta <= limit
  report(context, {
    json: { bytes, delta, limit, allowed },
    lines: [
      allowed
        ? `${bytes} + ${delta} bytes: fine, the limit is ${limit}.`
        : `${bytes} + ${delta} bytes is above the limit of ${limit} (limits.fileBytes). Run \`notes archive\` first.`,
    ],
  })
  return allowed ? 0 : 1
}
