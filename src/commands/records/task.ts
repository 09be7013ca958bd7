import { addTitledCommand } from '../add-titled.ts'
import { exportCommand } from '../beads/export.ts'
import { changeAndReport } from '../change-project.ts'
import { type Command, defineCommand } from '../command.ts'
import { fromInput, needed, readEntries, textOf } from '../entries.ts'
import { finishCommand } from '../finish-record.ts'
import { listCommand } from '../list-records.ts'
import { dryRun } from '../options.ts'

const goalAdd = defineCommand({
  name: 'goal add',
  summary: 'Write down a sub-goal',
  arguments: { title: { does: 'what is to be reached' } },
  options: {
    blocking: { kind: 'text', value: 'reason', does: 'what stops it' },
    dependsOn: { kind: 'text', value: 'what', does: 'what must come first' },
    from: fromInput,
    dryRun,
  },
  examples: [
    {
      line: 'notes goal add "Refactor the database layer" --depends-on "migration approval"',
      does: 'one sub-goal',
    },
    {
      line: `echo '[{"title":"Ship"},{"title":"Announce"}]' | notes goal add --from -`,
      does: 'two in one write',
    },
  ],
  exits: { 0: 'written, or there already' },
  run(context, { title, blocking, dependsOn, from, dryRun }) {
    const intents = readEntries(context, { title, blocking, dependsOn }, from, entry => {
      const [waits, needs] = [textOf(entry, 'blocking'), textOf(entry, 'dependsOn')]
      const notes = {
        ...(waits === undefined ? {} : { blocking: waits }),
        ...(needs === undefined ? {} : { dependsOn: needs }),
      }
      const goal = { kind: 'goal' as const, title: needed(entry, 'title', 'it as the argument'), ...notes }
      return { do: 'add' as const, draft: goal }
    })
    return changeAndReport(context, { command: 'goal add', intents, dryRun })
  },
})

const goalSetup = ['notes goal add "Refactor the database layer"']

/** `notes goal block GOAL REASON` and `notes goal depends GOAL ON`. */
function annotateCommand(
  verb: 'block' | 'depends',
  label: 'blocking' | 'depends on',
  reason: string,
): Command {
  return defineCommand({
    name: `goal ${verb}`,
    summary: verb === 'block' ? 'Say what stops a sub-goal' : 'Say what a sub-goal waits for',
    details: `Writes (${label}: …) behind it; what stood there before is replaced.`,
    arguments: {
      which: { does: 'the sub-goal: its line (L42) or words of it', required: true },
      text: { does: 'the reason', required: true },
    },
    options: { dryRun },
    setup: goalSetup,
    examples: [
      { line: `notes goal ${verb} database "${reason}"`, does: 'by words of its title' },
      { line: `notes goal ${verb} database "${reason}" --dry-run`, does: 'see the difference first' },
    ],
    exits: { 0: 'written', 1: 'there is none, or several are meant' },
    run: (context, { which, text, dryRun: dry }) =>
      changeAndReport(context, {
        command: `goal ${verb}`,
        intents: [{ do: 'annotate', which, label, text }],
        dryRun: dry,
      }),
  })
}

export const questionCommands = [
  addTitledCommand({
    kind: 'question',
    summary: 'Write down a question for a later session',
    does: 'the question',
    example: 'Should the grace period be configurable?',
  }),
  finishCommand({
    group: 'question',
    verb: 'resolve',
    kind: 'question',
    summary: 'Tick a question off',
    setup: ['notes question add "Should the grace period be configurable?"'],
    example: 'grace period',
    how: 'yes, per client',
  }),
  listCommand({
    group: 'question',
    kinds: ['question'],
    what: 'open questions',
    all: 'answered ones',
    setup: [],
  }),
]

export const goalCommands = [
  goalAdd,
  finishCommand({
    group: 'goal',
    verb: 'done',
    kind: 'goal',
    summary: 'Tick a sub-goal off',
    setup: goalSetup,
    example: 'database layer',
    how: 'merged',
  }),
  annotateCommand('block', 'blocking', 'waiting for access'),
  annotateCommand('depends', 'depends on', 'migration approval'),
  listCommand({ group: 'goal', kinds: ['goal'], what: 'open sub-goals', all: 'reached ones', setup: [] }),
  exportCommand('goal', goalSetup),
]
