import { addTitledCommand } from '../add-titled.ts'
import { changeAndReport } from '../change-project.ts'
import { defineCommand } from '../command.ts'
import { fromInput, needed, readEntries, textOf } from '../entries.ts'
import { listCommand } from '../list-records.ts'
import { momentOf } from '../moment.ts'
import { dryRun } from '../options.ts'

const logAdd = defineCommand({
  name: 'log add',
  summary: 'Add a row to the session log',
  details: 'The same agent saying the same on the same day is one row.',
  arguments: { summary: { does: 'what was done, and what comes next' } },
  options: {
    agent: { kind: 'text', value: 'name', does: 'who says so', required: true },
    at: { kind: 'text', value: 'timestamp', does: 'when it was; now, if not given' },
    from: fromInput,
    dryRun,
  },
  examples: [
    {
      line: 'notes log add --agent implementing-tasks "Finished user auth, OAuth comes next"',
      does: 'a handoff',
    },
    {
      line: `echo '{"agent":"reviewer","summary":"Flagged 3 issues"}' | notes log add --from -`,
      does: 'from standard input',
    },
  ],
  exits: { 0: 'written, or there already' },
  run(context, { summary, agent, at, from, dryRun }) {
    const intents = readEntries(context, { summary, agent, at }, from, entry => ({
      do: 'add' as const,
      draft: {
        kind: 'log' as const,
        at: momentOf(context, textOf(entry, 'at')),
        timed: textOf(entry, 'at') !== undefined,
        agent: needed(entry, 'agent'),
        summary: needed(entry, 'summary', 'it as the argument'),
      },
    }))
    return changeAndReport(context, { command: 'log add', intents, dryRun })
  },
})

export const logCommands = [
  logAdd,
  listCommand({ group: 'log', kinds: ['log'], what: 'rows of the session log', setup: [] }),
]

export const learningCommands = [
  addTitledCommand({
    kind: 'learning',
    summary: 'Write down something worth knowing next time',
    does: 'what was learned',
    example: 'Cold starts dominate below 100 requests',
  }),
  listCommand({ group: 'learning', kinds: ['learning'], what: 'learnings', setup: [] }),
]
