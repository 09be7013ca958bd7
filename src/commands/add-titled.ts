import { changeAndReport } from './change-project.ts'
import { type Command, defineCommand } from './command.ts'
import { fromInput, needed, readEntries } from './entries.ts'
import { dryRun } from './options.ts'

interface Titled {
  /** What is added, which is also the command's group. */
  readonly kind: 'question' | 'learning'
  readonly summary: string
  /** What the title is. */
  readonly does: string
  readonly example: string
}

/** `notes question add`, `notes learning add`: records that are one text. */
export function addTitledCommand({ kind, summary, does, example }: Titled): Command {
  return defineCommand({
    name: `${kind} add`,
    summary,
    arguments: { title: { does } },
    options: { from: fromInput, dryRun },
    examples: [
      { line: `notes ${kind} add "${example}"`, does: 'one of them' },
      {
        line: `echo '[{"title":"One"},{"title":"Two"}]' | notes ${kind} add --from -`,
        does: 'two in one write',
      },
    ],
    exits: { 0: 'written, or there already' },
    run(context, { title, from, dryRun: dry }) {
      const intents = readEntries(context, { title }, from, entry => ({
        do: 'add' as const,
        draft: { kind, title: needed(entry, 'title', 'it as the argument') },
      }))
      return changeAndReport(context, { command: `${kind} add`, intents, dryRun: dry })
    },
  })
}
