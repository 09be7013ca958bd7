import { kindOf } from '../../../notes/kinds.ts'
import { type Command, defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport } from '../change-project.ts'

const { setup = [] } = kindOf({ kind: 'goal' }).command ?? {}

/** Defines `notes goal block GOAL REASON` and `notes goal depends GOAL ON`. */
function annotateCommand(
  verb: 'block' | 'depends',
  label: 'blocking' | 'depends on',
  reason: string,
): Command {
  return defineCommand({
    name: `goal ${verb}`,
    summary: verb === 'block' ? 'Record what blocks a sub-goal' : 'Record what a sub-goal depends on',
    details: `Writes (${label}: …) after it, in place of an earlier one.`,
    arguments: {
      which: { does: 'the sub-goal: its handle or words of it', required: true },
      text: { does: 'the reason', required: true },
    },
    options: { dryRun },
    setup,
    examples: [
      { line: `notes goal ${verb} database "${reason}"`, does: 'by words from its title' },
      { line: `notes goal ${verb} database "${reason}" --dry-run`, does: 'preview the change' },
    ],
    exits: { 0: 'written', 1: 'no match, or several' },
    run: (context, { which, text, dryRun: dry }) =>
      changeAndReport(context, {
        command: `goal ${verb}`,
        intents: [{ do: 'annotate', which, label, text }],
        dryRun: dry,
      }),
  })
}

export const goalCommands = [
  annotateCommand('block', 'blocking', 'waiting for access'),
  annotateCommand('depends', 'depends on', 'migration approval'),
]
