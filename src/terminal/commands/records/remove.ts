import { defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport } from '../change-project.ts'

export const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a record from the notes',
  details:
    'For a record written by mistake: its lines are deleted. If a record is over, close it instead (resolve, done); if a decision no longer holds, supersede it. `notes undo` brings it back.',
  arguments: { which: { does: 'the record: its handle, id, or words from its title', required: true } },
  options: { dryRun },
  setup: ['notes question add "Should the grace period be configurable?"'],
  examples: [
    { line: 'notes remove "grace period"', does: 'by words from its title' },
    { line: 'notes remove "grace period" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'removed', 1: 'no match, or several, or a record that cannot be removed' },
  run: (context, { which, dryRun: dry }) =>
    changeAndReport(context, { command: 'remove', intents: [{ do: 'remove', which }], dryRun: dry }),
})
