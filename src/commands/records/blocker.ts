import { exportCommand } from '../beads/export.ts'
import { changeAndReport } from '../change-project.ts'
import { defineCommand } from '../command.ts'
import { fromInput, readEntries, textOf, usage } from '../entries.ts'
import { finishCommand } from '../finish-record.ts'
import { listCommand } from '../list-records.ts'
import { dryRun } from '../options.ts'

const add = defineCommand({
  name: 'blocker add',
  summary: 'Write down what stops the work',
  details: 'Something that will come is waited for; something that must be done first blocks.',
  options: {
    waiting: { kind: 'text', value: 'what', does: 'what is waited for' },
    blocked: { kind: 'text', value: 'what', does: 'what cannot go on, and until when' },
    eta: { kind: 'text', value: 'when', does: 'when it is expected, such as 2026-12-01' },
    from: fromInput,
    dryRun,
  },
  examples: [
    {
      line: 'notes blocker add --waiting "OAuth credentials" --eta 2026-12-01',
      does: 'something that will come',
    },
    {
      line: 'notes blocker add --blocked "No payments until legal review"',
      does: 'something to be done first',
    },
  ],
  exits: { 0: 'written, or there already' },
  run(context, { waiting, blocked, eta, from, dryRun }) {
    const intents = readEntries(context, { waiting, blocked, eta }, from, entry => {
      const [waits, stops, when] = [textOf(entry, 'waiting'), textOf(entry, 'blocked'), textOf(entry, 'eta')]
      const title = waits ?? stops
      if (title === undefined || (waits !== undefined && stops !== undefined))
        throw usage('A blocker is either waited for or blocked by', 'Give one of --waiting and --blocked')
      const type = waits === undefined ? ('blocked' as const) : ('waiting' as const)
      const draft = { kind: 'blocker' as const, type, title, ...(when === undefined ? {} : { eta: when }) }
      return { do: 'add' as const, draft }
    })
    return changeAndReport(context, { command: 'blocker add', intents, dryRun })
  },
})

export const blockerCommands = [
  add,
  finishCommand({
    group: 'blocker',
    verb: 'resolve',
    kind: 'blocker',
    summary: 'Mark a blocker as resolved',
    setup: ['notes blocker add --waiting "OAuth credentials"'],
    example: 'OAuth',
    how: 'arrived by mail',
  }),
  listCommand({
    group: 'blocker',
    kinds: ['blocker'],
    what: 'open blockers',
    all: 'resolved ones',
    setup: [],
  }),
  exportCommand('blocker', ['notes blocker add --waiting "OAuth credentials"']),
]
