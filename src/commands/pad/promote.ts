import { defineCommand } from '../command.ts'
import { dryRun } from '../options.ts'
import { promotableKinds, promotePad } from './promote-run.ts'
import { sessionOf, sessionOption } from './session-of.ts'

export const padPromote = defineCommand({
  name: 'pad promote',
  summary: 'Move something from the pad into the notes file',
  details:
    'WHAT is the id of a card, a line or lines of the notes (L3, L3-5), or a text that stands in the pad. A decision\n' +
    'with parts missing is written as a draft. It is marked in the pad; a second time does nothing as long as it stands\n' +
    'in the notes file, and writes it again after `notes undo`.',
  arguments: { what: { does: 'a card, a line, or a text of the pad', required: true } },
  options: {
    as: {
      kind: 'choice',
      // Asked for when the option is: the other commands on pads need no kinds of records.
      get choices() {
        return promotableKinds()
      },
      does: 'what it becomes',
      required: true,
    },
    title: { kind: 'text', value: 'text', does: 'its title; else the first line' },
    rationale: { kind: 'text', value: 'text', does: 'of a decision: why' },
    evidence: { kind: 'list', value: 'path:line', does: 'of a decision: a place in the code' },
    scenario: { kind: 'list', value: 'text', does: 'of a decision: a case that shows it works' },
    severity: {
      kind: 'choice',
      choices: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'],
      does: 'of a debt; MEDIUM, if not given',
    },
    waiting: { kind: 'flag', does: 'of a blocker: something that will come' },
    dryRun,
    session: sessionOption,
  },
  setup: ['notes pad write "- Cold starts dominate below 100 requests"'],
  examples: [
    { line: 'notes pad promote L1 --as learning', does: 'the first line of the notes' },
    {
      line: 'notes pad promote "Cold starts dominate" --as decision --rationale "Measured" --dry-run',
      does: 'a text; see the difference first',
    },
  ],
  exits: { 0: 'written and marked, now or before', 1: 'that does not stand in the pad' },
  run: async (context, input) => promotePad(context, await sessionOf(context, input.session), input),
})
