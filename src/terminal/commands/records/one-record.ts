import type { CommandsOf, FinishCommand } from '../../../notes/kind-commands.ts'
import { type Draft, type Finishable, kindOf } from '../../../notes/kinds.ts'
import { type Command, defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport } from '../change-project.ts'

export const anyRecord = {
  does: 'the record: its handle, id, or words from its title',
  required: true,
} as const

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
      changeAndReport(context, { intents: [{ do: 'finish', kind, which, how }], dryRun }),
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
      changeAndReport(context, { intents: [{ do: 'annotate', which, label, text }], dryRun }),
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
    'A closed record is open again; a superseded decision is in force again. What was written about how it ended stays, unless it is inside the mark, as in `[RESOLVED in #4]`, or a table has no room for it.',
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
  run: (context, { which, dryRun }) =>
    changeAndReport(context, { intents: [{ do: 'reopen', which }], dryRun }),
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
  run: (context, { which, dryRun }) =>
    changeAndReport(context, { intents: [{ do: 'remove', which }], dryRun }),
})
