import { usage } from '../../../error.ts'
import { kindOf } from '../../../notes/kinds.ts'
import { changeToJson, diffOf } from '../../../project/change.ts'
import { updateEvidence } from '../../../project/evidence/requote.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { diffText, report } from '../../print/output.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { archiveAndReport } from '../archive.ts'
import { changeAndReport, describe, sayDropped } from '../change-project.ts'

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
    return changeAndReport(context, { intents: [{ do: 'supersede', which, by, force }], dryRun })
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
    { line: 'notes decision archive "Token expiry"', does: 'archive one decision' },
    { line: 'notes decision archive "Token expiry" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'moved', 1: 'no match, or several' },
  run: (context, { ids, dryRun }) => archiveAndReport(context, { ids, dryRun }),
})

export const evidenceUpdate = defineCommand({
  name: 'evidence update',
  summary: 'Update the quotes of a decision to the changed code',
  details:
    'Replaces every quote whose code has changed with the code that is now in its place. First check that the decision still follows from it. For quotes that only moved, use `notes lint --fix`; for a place that is gone, name another with `notes edit HANDLE --evidence PATH:LINE`.',
  arguments: { which: { does: 'the decision: its handle, id, or words from its title', required: true } },
  options: { dryRun },
  setup,
  examples: [
    { line: 'notes evidence update "Token expiry"', does: 'by words from its title' },
    { line: 'notes evidence update "Token expiry" --dry-run', does: 'preview the change' },
  ],
  exits: { 0: 'all quotes match', 1: 'no match, or several; some evidence still does not match' },
  async run(context, { which, dryRun }) {
    const change = await updateEvidence(context, { which, dryRun, allowSecret: context.allowSecret })
    const left = change.left.map(({ evidence, state }) => ({
      state,
      place: evidence.locator?.text ?? evidence.quote ?? '',
    }))
    report(context, {
      json: { ...changeToJson(change, { dryRun }), left },
      lines: [
        ...(dryRun
          ? [diffText(context, diffOf(change))]
          : change.outcomes.map(outcome => describe(outcome).join('  '))),
        ...left.map(({ state, place }) => `${state}  ${oneLine(place)}`),
      ],
    })
    sayDropped(context, change)
    return left.length === 0 ? 0 : 1
  },
})

export const decisionCommands = [supersede, archiveSome]
