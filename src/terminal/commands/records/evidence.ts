import { kindOf } from '../../../notes/kinds.ts'
import { diffOf } from '../../../project/change.ts'
import { changeToJson } from '../../../project/change-json.ts'
import { updateEvidence } from '../../../project/evidence/requote.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { diffText, report } from '../../print/output.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { describe, sayDropped } from '../change-project.ts'

const { setup = [] } = kindOf({ kind: 'decision' }).command ?? {}

export const evidenceUpdate = defineCommand({
  name: 'evidence update',
  summary: 'Quote the changed evidence of a decision anew',
  details:
    'Replaces every quote of which the code changed with the code that is at its place now. Check before that the decision still follows from it. Quotes that only moved are for `notes lint --fix`; for a place that is gone, name another with `notes edit HANDLE --evidence PATH:LINE`.',
  arguments: { which: { does: 'the decision: its handle, id, or words of its title', required: true } },
  options: { dryRun },
  setup,
  examples: [
    { line: 'notes evidence update "Token expiry"', does: 'by words of its title' },
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
