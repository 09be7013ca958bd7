import type { Notes } from '../../notes/notes.ts'
import { changeToJson, diffOf } from '../../project/change.ts'
import {
  type Checkpoint,
  type Claim,
  checkpointProject,
  checkpointToJson,
  GROUNDED,
} from '../../project/checkpoint.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { diffText, type Line, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'
import { sayDropped } from './change-project.ts'

export const checkpoint = defineCommand({
  name: 'checkpoint',
  summary: 'Prepare the notes for /clear in one step',
  details:
    'Compares the evidence of every decision in force with the code. Reports what is not grounded, which decisions lack\n' +
    'their three scenarios, and what is open. Then writes the time and a row in the session log.',
  options: {
    agent: { kind: 'text', value: 'name', does: 'who hands over; default: $NOTES_AGENT, else "agent"' },
    summary: {
      kind: 'text',
      value: 'text',
      does: 'the text of the log row; default: the current state, and what is open',
    },
    strict: { kind: 'flag', does: `if the grounding is below ${GROUNDED}, write nothing and exit 1` },
    dryRun,
  },
  examples: [
    { line: 'notes checkpoint', does: 'check and write' },
    {
      line: 'notes checkpoint --agent implementing-tasks --summary "JWT done, OAuth next"',
      does: 'with a handoff',
    },
  ],
  exits: { 0: 'written', 1: 'with --strict: not grounded, nothing written' },
  async run(context, { agent, summary, strict, dryRun }) {
    const { allowSecret, host } = context
    const done = await checkpointProject(context, { agent, summary, strict, dryRun, allowSecret })
    const { at, change, notes, refused } = done
    const written = !dryRun && !refused
    report(context, {
      json: { ...changeToJson(change, { dryRun }), written, checkpoint: at, ...checkpointToJson(done) },
      lines: [
        ...describe(notes, done, host.color),
        ...change.notes,
        '',
        refused
          ? 'Nothing was written.'
          : dryRun
            ? diffText(context, diffOf(change))
            : `Checkpoint ${at} written; the context can be cleared.`,
      ],
    })
    sayDropped(context, change)
    return refused ? 1 : 0
  },
})

const lineOf = ({ document }: Notes, { evidence }: Claim): number =>
  document.lines.lineAt(evidence.span.start)

function describe(notes: Notes, plan: Checkpoint, color: boolean): Line[] {
  const { good, bad } = painter(color)
  const ratio = plan.grounding.toFixed(2)
  const open = Object.entries(plan.open).map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
  return [
    plan.grounded ? good(`grounding ${ratio}`) : bad(`grounding ${ratio}, below ${GROUNDED}`),
    ...plan.ungrounded.map(
      claim =>
        `  L${lineOf(notes, claim)} ${claim.check.state}: ${oneLine(claim.evidence.locator?.text ?? claim.evidence.quote ?? '', 80)} (${oneLine(claim.decision.title, 50)})`,
    ),
    ...plan.withoutScenarios.map(
      ({ title, scenarios }) => `  ${scenarios.length} of 3 scenarios: ${oneLine(title, 60)}`,
    ),
    `open: ${open.join(', ')}`,
    plan.open.blocker === 0 && '  no blocker is recorded; is that right?',
  ]
}
