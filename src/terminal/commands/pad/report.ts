import { childReports } from '../../../project/session/pad-report.ts'
import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption, storeOf } from './session-of.ts'

export const padReport = defineCommand({
  name: 'pad report',
  summary: 'Show what subagents of this session wrote',
  details:
    'The pads of its subagents, and of the sessions started with `notes pad spawn`, oldest first. When a subagent\n' +
    'ends, Claude Code is shown its pad.',
  options: { session: sessionOption },
  setup: ['notes pad write "Survey done"', 'notes pad spawn sub-a --copy-notepad'],
  examples: [
    { line: 'notes pad report', does: 'what the subagents of this session wrote' },
    { line: 'notes pad report --json', does: 'as JSON' },
  ],
  exits: { 0: 'shown; there may be nothing' },
  async run(context, { session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const reports = await childReports(storeOf(context), session.id, { spawned: true })
    report(context, {
      json: {
        session: session.id,
        reports: reports.map(({ changed, ...rest }) => ({
          ...rest,
          changed: new Date(changed).toISOString(),
        })),
      },
      lines:
        reports.length === 0
          ? [`No subagent of ${session.id} has written anything.`]
          : reports.flatMap(({ id: child, text }) => [`${child}:`, text.replaceAll(/^(?=.)/gm, '  ')]),
    })
    return 0
  },
})
