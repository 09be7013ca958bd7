import { defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport } from '../change-project.ts'

export const reopen = defineCommand({
  name: 'reopen',
  summary: 'Open a closed record again',
  details:
    'A question, goal, blocker or debt is open again; a superseded decision is in force again. What was written about how it ended stays, unless it is inside the mark, as in `[RESOLVED in #4]`, or a table has no room for it.',
  arguments: { which: { does: 'the record: its handle, id, or words from its title', required: true } },
  options: { dryRun },
  setup: [
    'notes question add "Should the grace period be configurable?"',
    'notes question resolve "grace period"',
  ],
  examples: [
    { line: 'notes reopen "grace period"', does: 'by words from its title' },
    { line: 'notes reopen "grace period" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'reopened, or already open', 1: 'no match, or several' },
  run: (context, { which, dryRun: dry }) =>
    changeAndReport(context, { command: 'reopen', intents: [{ do: 'reopen', which }], dryRun: dry }),
})
