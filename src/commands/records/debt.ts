import type { Severity } from '../../protocol/records/debt.ts'
import { exportCommand } from '../beads/export.ts'
import { debtSync } from '../beads/sync.ts'
import { changeAndReport } from '../change-project.ts'
import { defineCommand } from '../command.ts'
import { fromInput, needed, readEntries, textOf, usage } from '../entries.ts'
import { finishCommand } from '../finish-record.ts'
import { listCommand } from '../list-records.ts'
import { dryRun } from '../options.ts'
import { showCommand } from '../show-record.ts'

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
const example =
  'notes debt add "N+1 query in user list" --severity MEDIUM --found-by implementing-tasks --sprint S03'

const add = defineCommand({
  name: 'debt add',
  summary: 'Write down technical debt',
  details: 'It gets the next number. The same description twice is one record.',
  arguments: { title: { does: 'what is wrong, and where' } },
  options: {
    severity: { kind: 'choice', choices: SEVERITIES, does: 'how bad it is', required: true },
    foundBy: { kind: 'text', value: 'who', does: 'the agent or person who found it' },
    sprint: { kind: 'text', value: 'sprint', does: 'when it was found, such as S03' },
    from: fromInput,
    dryRun,
  },
  examples: [
    { line: example, does: 'one debt' },
    {
      line: `echo '[{"title":"No retry","severity":"HIGH"}]' | notes debt add --from -`,
      does: 'many at once, in one write',
    },
  ],
  exits: { 0: 'written, or there already' },
  run(context, { title, severity, foundBy, sprint, from, dryRun }) {
    const given = { title, severity, foundBy, sprint }
    const intents = readEntries(context, given, from, entry => ({
      do: 'add' as const,
      draft: {
        kind: 'debt' as const,
        title: needed(entry, 'title', 'it as the argument'),
        severity: severityOf(needed(entry, 'severity')),
        foundBy: textOf(entry, 'foundBy') ?? '',
        sprint: textOf(entry, 'sprint') ?? '',
      },
    }))
    return changeAndReport(context, { command: 'debt add', intents, dryRun })
  },
})

function severityOf(text: string): Severity {
  const found = SEVERITIES.find(severity => severity === text.toUpperCase())
  if (found === undefined) throw usage(`"${text}" is no severity`, `Use ${SEVERITIES.join(', ')}`)
  return found
}

const setup = [example]

export const debtCommands = [
  add,
  listCommand({ group: 'debt', kinds: ['debt'], what: 'debts', all: 'resolved ones', setup }),
  showCommand({ group: 'debt', kind: 'debt', setup, example: 'TD-001' }),
  finishCommand({
    group: 'debt',
    verb: 'resolve',
    kind: 'debt',
    summary: 'Strike a debt through',
    setup,
    example: 'TD-001',
    how: 'fixed in 9c4fe73',
  }),
  exportCommand('debt', setup),
  debtSync,
]
