import { usage } from '../../../error.ts'
import type { CommandsOf } from '../../../notes/kind-commands.ts'
import type { Draft } from '../../../notes/kinds.ts'
import { addIntents, type Entry, type GivenBy, givenIn } from '../../../project/given.ts'
import { type Command, defineCommand, dryRun } from '../../program/command.ts'
import { fromInput, readEntries } from '../../program/entries.ts'
import { changeAndReport } from '../change-project.ts'

/** Defines `notes decision add` and the like: adds one record from the command line, or many from standard input. */
export function addCommand({ group, add }: CommandsOf<Draft>): Command {
  const { arguments: words = {}, options = {}, fails, draft: _draft, supersedes: _old, ...about } = add
  const typed = Object.entries(options).filter(([, { kind }]) => kind !== 'flag')
  const fields = [...Object.keys(words), ...typed.map(([name]) => name)]
  return defineCommand({
    ...about,
    name: `${group} add`,
    arguments: words,
    options: { ...options, from: fromInput, dryRun },
    exits: { 0: 'written, or already there', ...(fails === undefined ? {} : { 1: fails }) },
    run(context, input: Typed & { readonly from: string | undefined; readonly dryRun: boolean }) {
      const own: Entry = Object.fromEntries(fields.map(name => [name, textIn(input[name])]))
      const remarks: string[] = []
      const intents = readEntries(context, own, input.from, entry =>
        addIntents(add, givenIn(context, entry, givenBy(input), remarks)),
      )
      return changeAndReport(context, {
        intents: intents.flat(),
        dryRun: input.dryRun,
        remarks,
      })
    },
  })
}

export type Typed = Readonly<Record<string, string | boolean | number | readonly string[] | undefined>>

export const textIn = (value: Typed[string]): Entry[string] =>
  typeof value === 'boolean' || typeof value === 'number' ? undefined : value

/** Flags come from the command line only; a missing field can be passed as an option or in the JSON. */
export const givenBy = (typed: Typed): GivenBy => ({
  flag: name => typed[name] === true,
  missing: (name, option = `--${name}`) =>
    usage(`${name} is missing`, `Pass ${option}, or "${name}" in the JSON`),
})
