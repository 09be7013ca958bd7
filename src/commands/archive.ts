import { relative } from 'node:path'
import { unifiedDiff } from '../document/diff.ts'
import { NotesError } from '../error.ts'
import { growth, planArchive } from '../manager/archive.ts'
import { isThere } from '../workspace/look.ts'
import { readText } from '../workspace/read-text.ts'
import { archiveProject } from './archive-file.ts'
import { archivePathOf } from './archive-path.ts'
import { defineCommand } from './command.ts'
import type { Context } from './context.ts'
import { notesTemplate } from './notes-template.ts'
import { dryRun } from './options.ts'
import { report } from './output.ts'
import { readOptions } from './read-project.ts'
import { rememberChange } from './undo-log.ts'

export const archive = defineCommand({
  name: 'archive',
  summary: 'Keep the notes file small: move old decisions out',
  details:
    'Decisions beyond the newest decisions.keep go to the Decision Archive, archived ones beyond decisions.keepArchived\n' +
    'to an archive file beside the notes file. Questions, debt, goals and blockers stay. Nothing is lost: records are\n' +
    'counted and compared before and after.',
  options: {
    keep: {
      kind: 'number',
      value: 'count',
      does: 'decisions that stay in the log, instead of decisions.keep',
    },
    keepArchived: { kind: 'number', value: 'count', does: 'archived ones that stay in the file' },
    delta: { kind: 'text', value: 'bytes', does: 'move nothing; say whether the file may grow by so much' },
    dryRun,
  },
  examples: [
    { line: 'notes archive', does: 'as configured' },
    { line: 'notes archive --keep 5 --dry-run', does: 'see what would move' },
    {
      line: 'notes archive --delta 2000',
      does: 'in a hook, before an edit: may the file grow by 2,000 bytes?',
    },
  ],
  exits: {
    0: 'moved, or nothing to move',
    1: 'with --delta: the file would be larger than limits.fileBytes',
  },
  run(context, { keep, keepArchived, delta, dryRun }) {
    if (delta !== undefined) return Promise.resolve(mayGrow(context, delta))
    return runArchive(context, { command: 'archive', keep, keepArchived, dryRun })
  },
})

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
  const path = relative(host.cwd, project.file) || project.file
  if (!project.exists)
    throw new NotesError('not-found', 'There is no notes file', 'Run `notes init`, or name it with --file', {
      path,
    })
  const { decisions } = config.values
  const options = {
    ...readOptions(context),
    template: notesTemplate,
    keep: request.keep ?? decisions.keep,
    keepArchived: request.keepArchived ?? decisions.keepArchived,
    ids: request.ids,
  }
  const archivePath = archivePathOf(project.file)
  if (request.dryRun) {
    const text = readText(project.file).text
    const old = isThere(archivePath) ? readText(archivePath).text : undefined
    const plan = planArchive(text, old, options)
    const diff =
      unifiedDiff(text, plan.text, { path }) +
      (plan.archiveText === undefined
        ? ''
        : unifiedDiff(old, plan.archiveText, { path: relative(host.cwd, archivePath) }))
    report(context, {
      json: { file: path, changed: false, dryRun: true, moved: plan.moved, remarks: plan.remarks, diff },
      lines: [...plan.remarks, diff === '' ? 'Nothing would change.' : diff.trimEnd()],
    })
    return 0
  }
  const { plan, files } = await archiveProject(context, options)
  const forgotten = files.length === 0 ? [] : await rememberChange(context, request.command, files)
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
        : `Moved ${toSection} to the Decision Archive, ${toFile} to ${relative(host.cwd, archivePath)}; the notes file is ${saved} bytes smaller.`,
    ],
  })
  return 0
}

/** Something that makes the file smaller may always go ahead, so that nobody is locked out of tidying up. */
function mayGrow(context: Context, typed: string): 0 | 1 {
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
