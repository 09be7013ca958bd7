import type { CommandsOf } from '../../notes/kind-commands.ts'
import { allKinds, type Draft, isFinishable, isLinkable, type KindName } from '../../notes/kinds.ts'
import { addIntents, type Entry, givenIn } from '../../project/given.ts'
import { type Command, type CommandLine, defineCommand, dryRun } from '../program/command.ts'
import { changeAndReport, fromInput, givenBy, readEntries, type Typed, textIn } from './change-project.ts'
import { checkpoint } from './checkpoint.ts'
import { beadCommands } from './records/beads.ts'
import { contextSet, contextShow } from './records/context.ts'
import { decisionCommands, evidenceUpdate } from './records/decision.ts'
import { listCommand, showCommand } from './records/list.ts'
import { edit, finishCommand, goalCommands, remove, reopen } from './records/one-record.ts'
import { referenceCommands } from './records/reference.ts'

/** Commands on records that share their first word. */
interface RecordFamily {
  readonly word: string
  /** Other words for it: the plural, or the full name of the kind. */
  readonly aliases?: readonly string[]
  /** The summary of the group. */
  readonly about?: string
  readonly order: number
  commands(): readonly Command[]
}

/**
 * The commands of all families, or only of the one with this first word, in the order of `notes --help`. A kind's
 * family follows from its description.
 */
export function recordCommandLine(word?: string): CommandLine {
  const ofKinds = allKinds.flatMap(([kind, { command }]) =>
    command === undefined ? [] : [familyOf(kind, command)],
  )
  const families = [...ofKinds, ...sharedFamilies]
    .filter(family => word === undefined || family.word === word || family.aliases?.includes(word))
    .toSorted((one, other) => one.order - other.order)
  return {
    commands: families.flatMap(family => family.commands()),
    groups: Object.fromEntries(
      families.flatMap(({ word, about }) => (about === undefined ? [] : [[word, about]])),
    ),
    aliases: Object.fromEntries(families.map(({ word, aliases = [] }) => [word, aliases])),
  }
}

/** Families that belong to no single kind. */
const sharedFamilies: readonly RecordFamily[] = [
  { word: 'context', about: 'Current work', order: 3, commands: () => [contextShow, contextSet] },
  { word: 'checkpoint', order: 3, commands: () => [checkpoint] },
  { word: 'edit', order: 10, commands: () => [edit] },
  { word: 'reopen', order: 10, commands: () => [reopen] },
  { word: 'remove', order: 10, commands: () => [remove] },
  { word: 'evidence', about: 'Quotes from the code', order: 10, commands: () => [evidenceUpdate] },
]

/** Commands that only one kind has. */
const own: Partial<Record<KindName, readonly Command[]>> = {
  decision: decisionCommands,
  reference: referenceCommands,
  goal: goalCommands,
}

function familyOf(kind: KindName, of: CommandsOf<Draft>): RecordFamily {
  const { group, about, order, show, finish, setup } = of
  return {
    word: group,
    aliases: [kind, `${group}s`, `${kind}s`].filter(
      (word, at, all) => word !== group && all.indexOf(word) === at,
    ),
    about,
    order,
    commands: () => [
      addCommand(of),
      listCommand(kind, of),
      ...(show === undefined ? [] : [showCommand(kind, of, show)]),
      ...(finish !== undefined && isFinishable(kind) ? [finishCommand(kind, of, finish)] : []),
      ...(own[kind] ?? []),
      ...(isLinkable(kind) ? beadCommands(kind, setup) : []),
    ],
  }
}

/** Defines `notes decision add` and the like: adds one record from the command line, or many from standard input. */
function addCommand({ group, add }: CommandsOf<Draft>): Command {
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
