import { defineCommand } from './command.ts'
import { usage } from './entries.ts'
import { foldSprint } from './fold-sprint.ts'
import { dryRun } from './options.ts'
import { mayGrow, runArchive } from './run-archive.ts'

export const archive = defineCommand({
  name: 'archive',
  summary: 'Keep the notes file small: move old decisions out',
  details:
    'Decisions beyond the newest decisions.keep go to the Decision Archive, archived ones beyond decisions.keepArchived\n' +
    'to an archive file beside the notes file. Questions, debt, goals and blockers stay. Nothing is lost: records are\n' +
    "counted and compared before and after. With --sprint, that sprint's resolved debts, superseded decisions and log\n" +
    'rows go to the archive file, below a line that counts them; what stays is listed, with the reason.',
  options: {
    keep: {
      kind: 'number',
      value: 'count',
      does: 'decisions that stay in the log, instead of decisions.keep',
    },
    keepArchived: { kind: 'number', value: 'count', does: 'archived ones that stay in the file' },
    sprint: {
      kind: 'text',
      value: 'sprint',
      does: 'fold what is closed of one sprint, such as S03, into the archive file',
    },
    delta: { kind: 'text', value: 'bytes', does: 'move nothing; say whether the file may grow by so much' },
    dryRun,
  },
  examples: [
    { line: 'notes archive', does: 'as configured' },
    { line: 'notes archive --keep 5 --dry-run', does: 'see what would move' },
    {
      line: 'notes archive --sprint S03 --dry-run',
      does: 'what folding a sprint would move, and what it saves',
    },
    {
      line: 'notes archive --delta 2000',
      does: 'in a hook, before an edit: may the file grow by 2,000 bytes?',
    },
  ],
  exits: {
    0: 'moved, or nothing to move',
    1: 'with --delta: the file would be larger than limits.fileBytes; with --sprint: nothing is of that sprint',
  },
  run(context, { keep, keepArchived, sprint, delta, dryRun }) {
    if (sprint !== undefined) {
      if (keep !== undefined || keepArchived !== undefined || delta !== undefined)
        throw usage(
          '--sprint cannot be combined with --keep, --keep-archived or --delta',
          'Run them one after the other',
        )
      return foldSprint(context, { sprint, dryRun })
    }
    if (delta !== undefined) return Promise.resolve(mayGrow(context, delta))
    return runArchive(context, { command: 'archive', keep, keepArchived, dryRun })
  },
})
