import { undoLast } from '../../project/undo.ts'
import { oneLine } from '../../safety/one-line.ts'
import { diffText, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'

export const undo = defineCommand({
  name: 'undo',
  summary: 'Undo the last command that changed the notes',
  details: 'Everything written since stays. If the same place was changed meanwhile, nothing is undone.',
  options: { dryRun },
  setup: ['notes question add "Why?"'],
  examples: [
    { line: 'notes undo', does: 'undo it' },
    { line: 'notes undo --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'undone', 1: 'nothing to undo, or the same place has changed since' },
  async run(context, { dryRun }): Promise<0> {
    const { command, at, diff } = await undoLast(context, { dryRun })
    report(context, {
      json: { command, at, undone: !dryRun, diff },
      lines:
        diff === undefined ? [`Undone: ${oneLine(command)} (${oneLine(at)})`] : [diffText(context, diff)],
    })
    return 0
  },
})
