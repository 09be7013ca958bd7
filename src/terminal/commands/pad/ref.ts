import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import { usage } from '../../program/entries.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { padToJson, saySecrets } from './text-of.ts'

export const padRef = defineCommand({
  name: 'pad ref',
  summary: 'Add, remove or set the references of this session',
  details: 'File paths, URLs, ids. `add` drops the oldest when there are too many; `set` replaces all.',
  arguments: {
    action: { does: 'what to do', choices: ['add', 'remove', 'set'], required: true },
    refs: { does: 'the references', variadic: true },
  },
  options: { session: sessionOption },
  setup: ['notes pad ref add src/auth/login.ts'],
  examples: [
    { line: 'notes pad ref add src/auth/login.ts', does: 'one' },
    { line: 'notes pad ref remove src/auth/login.ts', does: 'no longer needed' },
    {
      line: 'notes pad ref set src/auth/login.ts https://example.com/issues/42',
      does: 'exactly these',
    },
  ],
  exits: { 0: 'done', 1: 'no such reference' },
  async run(context, { action, refs, session: id }): Promise<0> {
    if (action !== 'set' && refs.length === 0)
      throw usage(`No reference to ${action}`, `Write \`notes pad ref ${action} PATH\``)
    const session = await sessionOf(context, id)
    if (action !== 'remove') saySecrets(context, refs.join('\n'))
    const said: string[] = []
    if (action === 'set') said.push(await session.refs.set(refs))
    else for (const ref of refs) said.push(await session.refs[action](ref))
    report(context, { json: { ...padToJson(session), said }, lines: said })
    return 0
  },
})
