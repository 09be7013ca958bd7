import type { CommandsOf, Given } from '../../../notes/kind-commands.ts'
import type { Draft } from '../../../notes/kinds.ts'
import { type Command, defineCommand, dryRun } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import {
  type Entry,
  fromInput,
  listOf,
  momentOf,
  needed,
  readEntries,
  textOf,
  usage,
} from '../../program/entries.ts'
import { changeAndReport } from '../change-project.ts'
import { codeAt, evidenceOf, placeOf } from '../place-of.ts'

/** Defines `notes decision add` and the like: adds one record from the command line, or many from standard input. */
export function addCommand({ group, add }: CommandsOf<Draft>): Command {
  const { arguments: words = {}, options = {}, fails, draft, ...about } = add
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
      const intents = readEntries(context, own, input.from, entry => ({
        do: 'add' as const,
        draft: draft(givenIn(context, entry, input)),
      }))
      return changeAndReport(context, { command: `${group} add`, intents, dryRun: input.dryRun })
    },
  })
}

export type Typed = Readonly<Record<string, string | boolean | number | readonly string[] | undefined>>

export const textIn = (value: Typed[string]): Entry[string] =>
  typeof value === 'boolean' || typeof value === 'number' ? undefined : value

/** Reads the fields of one record. Flags can only be typed. */
export const givenIn = (context: Context, entry: Entry, typed: Typed): Given => ({
  text: name => textOf(entry, name),
  needed: (name, option) => needed(entry, name, option),
  list: name => listOf(entry, name),
  flag: name => typed[name] === true,
  moment: at => momentOf(context, at),
  place(said) {
    const found = placeOf(context, said)
    codeAt(context, found)
    // Without a line it would be the next finding of `notes lint` (reference-line).
    if (found.lines.length === 0)
      throw usage(
        `${found.path} has no line number`,
        `Add one: ${found.path}:1, or a range such as ${found.path}:1-20`,
      )
    return found.text
  },
  evidence: said => evidenceOf(context, said),
})
