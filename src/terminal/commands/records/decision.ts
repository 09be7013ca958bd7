import { kindOf } from '../../../notes/kinds.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { usage } from '../../program/entries.ts'
import { archiveAndReport } from '../archive.ts'
import { changeAndReport } from '../change-project.ts'

const { setup = [] } = kindOf({ kind: 'decision' }).command ?? {}

const supersede = defineCommand({
  name: 'decision supersede',
  summary: 'Mark a decision as superseded by another',
  details: 'It stays in the file; recovery no longer shows it.',
  arguments: { which: { does: 'by handle, id, timestamp, or words from its title', required: true } },
  options: {
    by: { kind: 'text', value: 'id', does: 'the decision that replaces it', required: true },
    force: { kind: 'flag', does: 'let --by name a decision that does not exist yet' },
    dryRun,
  },
  setup,
  examples: [
    { line: 'notes decision supersede "Token expiry" --by "#12"', does: 'by an issue' },
    {
      line: 'notes decision supersede "Token expiry" --by "Fixed window" --force',
      does: 'by a decision that is to be written next',
    },
  ],
  exits: { 0: 'marked, or already marked', 1: 'no match, or several, for the decision or for --by' },
  run(context, { which, by, force, dryRun }) {
    if (by === undefined || by.trim() === '')
      throw usage('--by is missing', 'Name the decision that replaces it: --by ID')
    return changeAndReport(context, {
      command: 'decision supersede',
      intents: [{ do: 'supersede', which, by, force }],
      dryRun,
    })
  },
})

const archiveSome = defineCommand({
  name: 'decision archive',
  summary: 'Move decisions from the log into the Decision Archive',
  arguments: {
    ids: { does: 'by handle, id, timestamp, or words of the title', required: true, variadic: true },
  },
  options: { dryRun },
  setup,
  examples: [
    { line: 'notes decision archive "Token expiry"', does: 'one of them' },
    { line: 'notes decision archive "Token expiry" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'moved', 1: 'no match, or several' },
  run: (context, { ids, dryRun: dry }) =>
    archiveAndReport(context, { command: 'decision archive', ids, dryRun: dry }),
})

export const decisionCommands = [supersede, archiveSome]
