import { kindOf } from '../../../notes/kinds.ts'
import { changeToJson, diffOf } from '../../../project/change.ts'
import { updateEvidence } from '../../../project/evidence/requote.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { diffText, report } from '../../print/output.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { describe, sayDropped } from '../change-project.ts'

const { setup = [] } = kindOf({ kind: 'decision' }).command ?? {}

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
  async run(context, { which, dryRun: dry }) {
    const change = await updateEvidence(context, { which, dryRun: dry, allowSecret: context.allowSecret })
    const left = change.left.map(({ evidence, state }) => ({
      state,
      place: evidence.locator?.text ?? evidence.quote ?? '',
    }))
    report(context, {
      json: { ...changeToJson(change, { dryRun: dry }), left },
      lines: [
        ...(dry
          ? [diffText(context, diffOf(change))]
          : change.outcomes.map(outcome => describe(outcome).join('  '))),
        ...left.map(({ state, place }) => `${state}  ${oneLine(place)}`),
      ],
    })
    sayDropped(context, change)
    return left.length === 0 ? 0 : 1
  },
})
