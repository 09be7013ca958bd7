import { changeAndReport } from '../change-project.ts'
import { defineCommand } from '../command.ts'
import { fromInput, readEntries, textOf, usage } from '../entries.ts'
import { momentOf } from '../moment.ts'
import { dryRun } from '../options.ts'

export const contextSet = defineCommand({
  name: 'context set',
  summary: 'Say where the work stands',
  details: 'Replaces the fields that are given and stamps the checkpoint.',
  options: {
    bead: { kind: 'text', value: 'id (task)', does: 'what is worked on' },
    state: { kind: 'text', value: 'text', does: 'where you left off, and what comes next' },
    from: fromInput,
    dryRun,
  },
  examples: [
    {
      line: 'notes context set --bead "bd-x7y8 (token expiry)" --state "tests red on the boundary"',
      does: 'both',
    },
    {
      line: `echo '{"state":"refresh flow next"}' | notes context set --from -`,
      does: 'from standard input',
    },
  ],
  exits: { 0: 'written' },
  run(context, { bead, state, from, dryRun }) {
    const [entry = {}, ...more] = readEntries(context, { bead, state }, from, read => read)
    if (more.length > 0) throw usage('There is only one active context', 'Pipe in one object')
    const fields = { bead: textOf(entry, 'bead'), state: textOf(entry, 'state') }
    if (fields.bead === undefined && fields.state === undefined)
      throw usage('Nothing to set', 'Give --bead, --state, or both')
    const checkpoint = momentOf(context, undefined)
    return changeAndReport(context, {
      command: 'context set',
      intents: [{ do: 'set-context', fields: { ...fields, checkpoint } }],
      dryRun,
    })
  },
})
