import type { CommandsOf, FinishCommand } from '../../../notes/kind-commands.ts'
import type { Draft, Finishable } from '../../../notes/kinds.ts'
import { type Command, defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport } from '../change-project.ts'

/** A goal is done, a question resolved: each word is accepted for every kind. */
const ENDINGS = ['resolve', 'done', 'close']

/** Defines `notes question resolve`, `notes goal done`, …: marks a record as finished. It stays in the file. */
export function finishCommand(
  kind: Finishable,
  { group, setup }: CommandsOf<Draft>,
  { verb, summary, example, how }: FinishCommand,
): Command {
  return defineCommand({
    name: `${group} ${verb}`,
    aliases: ENDINGS.filter(word => word !== verb),
    summary,
    details:
      'Name it by its handle, its id, or words from its title. It stays in the file, marked as finished; `notes reopen` reverts that. The words resolve, done and close mean the same.',
    arguments: { which: { does: `the ${kind}`, required: true } },
    options: { how: { kind: 'text', value: 'text', does: 'how it ended; written after it' }, dryRun },
    setup,
    examples: [
      { line: `notes ${group} ${verb} "${example}"`, does: 'by words from its title, or its id' },
      { line: `notes ${group} ${verb} "${example}" --how "${how}"`, does: 'and record how' },
    ],
    exits: { 0: 'marked, or already marked', 1: 'no match, or several' },
    run: (context, { which, how: said, dryRun: dry }) =>
      changeAndReport(context, {
        command: `${group} ${verb}`,
        intents: [{ do: 'finish', kind, which, how: said }],
        dryRun: dry,
      }),
  })
}
