import { defineCommand } from './command.ts'
import { dryRun } from './options.ts'
import { mayGrow, runArchive } from './run-archive.ts'

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
