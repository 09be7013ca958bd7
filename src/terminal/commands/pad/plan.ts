import { NotesError } from '../../../error.ts'
import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { padToJson, textArgument, usedOf, writtenText } from './text-of.ts'

export const padPlan = defineCommand({
  name: 'pad plan',
  summary: 'Replace the plan of this session',
  details: 'Refused, with nothing changed, if it is too long: no step is ever cut off. "" clears it.',
  arguments: { text: textArgument('the plan') },
  options: { session: sessionOption },
  examples: [
    { line: 'notes pad plan "1. Fix the bug 2. Add a test"', does: 'a plan' },
    { line: "echo '1. Fix the bug' | notes pad plan", does: 'from standard input' },
  ],
  exits: { 0: 'written' },
  async run(context, { text, session: id }): Promise<0> {
    const [first = '', ...more] = text
    if (more.length > 0 && /^(?:add|append|clear|done|set|show)$/.test(first))
      throw new NotesError(
        'usage',
        `"pad plan" takes the whole plan; it has no action "${first}"`,
        'Quote the whole plan: `notes pad plan "1. … 2. …"`; `notes pad show` prints the present one',
      )
    const session = await sessionOf(context, id)
    await session.plan.write(writtenText(context, text))
    const { pad, settings } = session
    report(context, {
      json: padToJson(session),
      lines: [`Plan (${usedOf(pad.plan.length, settings.limits.plan)} characters)`, pad.plan],
    })
    return 0
  },
})
