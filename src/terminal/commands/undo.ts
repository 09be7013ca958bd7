import { undoLast } from '../../project/undo.ts'
import { defineCommand, dryRun } from '../program/command.ts'
import { diffText, oneLine, report } from '../program/output.ts'

export const undo = defineCommand({
  name: 'undo',
  summary: 'Take back the last command that changed the notes',
  details: 'Everything written since stays. When somebody changed the same place meanwhile, nothing is done.',
  options: { dryRun },
  setup: ['notes question add "Why?"'],
  examples: [
    { line: 'notes undo', does: 'take it back' },
    { line: 'notes undo --dry-run', does: 'see the difference first' },
  ],
  exits: { 0: 'taken back', 1: 'there is nothing to take back, or the same place was changed since' },
  async run(context, { dryRun }): Promise<0> {
    const { command, at, diff } = await undoLast(context, { dryRun })
    report(context, {
      json: { command, at, undone: !dryRun, ...(diff === undefined ? {} : { diff }) },
      lines: diff === undefined ? [`Took back: ${oneLine(command)} (${oneLine(at)})`] : [diffText(diff)],
    })
    return 0
  },
})
