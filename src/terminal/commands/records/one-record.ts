import type { Intent } from '../../../change/intent.ts'
import { selectChangeable } from '../../../change/plan/plan-edit.ts'
import { reworded, usage } from '../../../error.ts'
import { inEditor } from '../../../files/programs/editor.ts'
import { slice } from '../../../markdown/document.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { CommandsOf, FinishCommand } from '../../../notes/kind-commands.ts'
import { allKinds, type Draft, type Finishable, kindOf, type NotesRecord } from '../../../notes/kinds.ts'
import type { Notes } from '../../../notes/notes.ts'
import { changingOne } from '../../../project/archive/archived-notes.ts'
import { type Entry, givenIn } from '../../../project/given.ts'
import { readProject } from '../../../project/read.ts'
import {
  type Command,
  type Context,
  defineCommand,
  dryRun,
  type OptionSpec,
  optionName,
} from '../../program/command.ts'
import { changeAndReport, givenBy } from '../change-project.ts'

const anyRecord = {
  does: 'the record: its handle, id, or words from its title',
  required: true,
} as const

/** A goal is done, a question resolved: each word is accepted for every kind. */
const ENDINGS = ['resolve', 'done', 'close']

const changeOne = (context: Context, which: string, intent: Intent, dry: boolean): Promise<0> =>
  changingOne(context, which, () => changeAndReport(context, { intents: [intent], dryRun: dry }))

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
    options: {
      how: { kind: 'text', value: 'text', does: 'how it was resolved; added to its entry' },
      dryRun,
    },
    setup,
    examples: [
      { line: `notes ${group} ${verb} "${example}"`, does: 'by words from its title, or its id' },
      { line: `notes ${group} ${verb} "${example}" --how "${how}"`, does: 'record how it was resolved' },
    ],
    exits: { 0: 'marked, or already marked', 1: 'no match, or several' },
    run: (context, { which, how, dryRun }) =>
      changeOne(context, which, { do: 'finish', kind, which, how }, dryRun),
  })
}

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
    run: (context, { which, text, dryRun }) =>
      changeOne(context, which, { do: 'annotate', which, label, text }, dryRun),
  })
}

export const goalCommands = [
  annotateCommand('block', 'blocking', 'waiting for access'),
  annotateCommand('depends', 'depends on', 'migration approval'),
]

export const reopen = defineCommand({
  name: 'reopen',
  summary: 'Open a closed record again',
  details:
    'A closed record is open again; a superseded decision is in force again. What was written about how it ended stays, unless it would still call the record done, as `— merged` and `[RESOLVED in #4]` would, or a table has no room for it.',
  arguments: { which: anyRecord },
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
  run: (context, { which, dryRun }) => changeOne(context, which, { do: 'reopen', which }, dryRun),
})

export const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a record from the notes',
  details:
    'For a record written by mistake: its lines are deleted. If a record is over, close it instead (resolve, done); if a decision no longer holds, supersede it. `notes undo` brings it back.',
  arguments: { which: anyRecord },
  options: { dryRun },
  setup: ['notes question add "Should the grace period be configurable?"'],
  examples: [
    { line: 'notes remove "grace period"', does: 'by words from its title' },
    { line: 'notes remove "grace period" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'removed', 1: 'no match, or several, or a record that cannot be removed' },
  run: (context, { which, dryRun }) => changeOne(context, which, { do: 'remove', which }, dryRun),
})

/**
 * The fields of a kind that can be set, as `add` names them. The time is not among them: it is part of the record's
 * history.
 */
const fieldsOf = (kind: NotesRecord['kind']): Readonly<Record<string, OptionSpec>> => {
  const { write, command } = kindOf({ kind })
  if (command === undefined || write?.appendOnly === true) return {}
  const words = Object.entries(command.add.arguments ?? {}).map(
    ([name, { does }]) => [name, { kind: 'text', value: 'text', does }] as const,
  )
  const options = Object.entries(command.add.options ?? {}).filter(
    // `supersedes` changes another record.
    ([name, { kind }]) => kind !== 'flag' && name !== 'at' && name !== 'supersedes',
  )
  return Object.fromEntries(
    [...words, ...options].map(([name, spec]) => [name, { ...spec, required: false }]),
  )
}

/** The fields of all kinds, each with the kinds that have it. */
const fields = Object.fromEntries(
  allKinds
    .flatMap(([kind]) => Object.entries(fieldsOf(kind)).map(([name, spec]) => ({ kind, name, spec })))
    .map(({ name, spec }, _, all): readonly [string, OptionSpec] => {
      const kinds = all.filter(other => other.name === name).map(({ kind }) => kind)
      const does =
        kinds.length > 1 ? 'the text of the record, or the title of a decision' : `${kinds[0]}: ${spec.does}`
      return [name, { ...spec, does }]
    }),
)

export const edit = defineCommand({
  name: 'edit',
  summary: 'Change a record, by its fields or in an editor',
  details:
    'Replaces the given fields; everything else in the record stays. An empty text, as in `--eta ""`, clears an optional field. Without fields, opens the source of the record in $VISUAL or $EDITOR, which needs a terminal. A draft decision that becomes complete is no longer a draft.',
  arguments: { which: anyRecord },
  options: { ...fields, dryRun },
  setup: ['notes blocker add "API key of the sandbox" --waiting'],
  examples: [
    { line: 'notes edit "API key" --eta 2026-03-01', does: 'one field' },
    { line: 'notes edit "API key" --title "API key of production" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'changed, or it says so already', 1: 'no match, or several; the record is closed' },
  run(context, { which, dryRun: dry, ...typed }: Typed) {
    const given = Object.entries(typed).filter(
      ([, value]) => value !== undefined && value !== false && !isEmpty(value),
    )
    if (given.length === 0) return editSource(context, which, dry)
    const entry: Entry = Object.fromEntries(
      given.flatMap(([name, value]) => (typeof value === 'boolean' ? [] : [[name, value] as const])),
    )
    const intents = (notes: Notes): readonly Intent[] => {
      const record = selectChangeable(notes, which)
      refuseOthers(record, Object.keys(entry))
      const emptied = Object.keys(entry).filter(name => entry[name] === '')
      refuseEmptying(record, emptied)
      const cleared = Object.fromEntries(emptied.map(name => [name, undefined]))
      const { command } = kindOf(record)
      const set = command?.edit === undefined ? entry : command.edit(givenIn(context, entry, givenBy(typed)))
      return [{ do: 'edit', which: handleOf(notes, record), fields: { ...set, ...cleared } }]
    }
    return changingOne(context, which, () => changeAndReport(context, { dryRun: dry, intents }))
  },
})

const isEmpty = (value: Typed[string]): boolean => Array.isArray(value) && value.length === 0

type Typed = Readonly<Record<string, string | boolean | readonly string[] | undefined>> & {
  readonly which: string
  readonly dryRun: boolean
}

function refuseOthers({ kind }: NotesRecord, names: readonly string[]): void {
  const known = Object.keys(fieldsOf(kind))
  const other = names.find(name => !known.includes(name))
  if (other === undefined || known.length === 0) return
  const { words } = kindOf({ kind })
  throw usage(`A ${words.one} has no ${optionName(other)}`, `It has ${known.map(optionName).join(', ')}`)
}

/** Refuses to empty a field that `add` requires, such as the title. */
function refuseEmptying({ kind }: NotesRecord, names: readonly string[]): void {
  const options = kindOf({ kind }).command?.add.options ?? {}
  const needed = names.find(name => options[name]?.kind !== 'text' || options[name].required === true)
  if (needed !== undefined) throw usage(`${optionName(needed)} needs a text`, 'Write it, or drop the option')
}

async function editSource(context: Context, which: string, dry: boolean): Promise<0> {
  const { host } = context
  if (!host.terminal)
    throw usage(
      'Nothing to change',
      'Pass the fields with their texts, such as --title TEXT; an editor needs a terminal',
    )
  const { notes } = readProject(context)
  const record = selectChangeable(notes, which)
  const [from, handle] = [slice(notes.document, record.span), handleOf(notes, record)]
  return inEditor(from, host.env, async ({ text: to, keep }) => {
    try {
      return await changeAndReport(context, {
        dryRun: dry,
        intents: [{ do: 'rewrite', which: handle, from, to: withBreaksOf(from, to) }],
      })
    } catch (error) {
      throw reworded(error, ({ hint }) => ({ hint: `${hint}. What you wrote is in ${keep()}` }))
    }
  })
}

/** Restores the line breaks of the source: an editor may save different ones. */
function withBreaksOf(from: string, to: string): string {
  const lf = to.replaceAll(/\r\n|\r/g, '\n')
  return from.includes('\r\n') ? lf.replaceAll('\n', '\r\n') : lf
}
