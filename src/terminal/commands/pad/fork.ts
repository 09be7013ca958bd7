import { chooseSession } from '../../../files/sessions/current-session.ts'
import { checkSessionId } from '../../../files/sessions/session-file-name.ts'
import type { Session } from '../../../pads/session.ts'
import { defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { report } from '../../program/output.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { padToJson } from './text-of.ts'

const child = { does: 'the name of the new session; else the next free one' } as const
const useOption = { kind: 'flag', does: 'make it the current session' } as const
const setup = ['notes pad write "Survey done"']

const fork = defineCommand({
  name: 'pad fork',
  summary: 'Begin a session with a copy of this pad',
  details: 'From then on the two are independent.',
  arguments: { id: child },
  options: { use: useOption, session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad fork', does: 'under the next free name' },
    { line: 'notes pad fork try-b --use', does: 'and go on there' },
  ],
  exits: { 0: 'begun', 1: 'that session has a pad already' },
  async run(context, { id, use, session: from }): Promise<0> {
    const session = await sessionOf(context, from)
    return begun(context, await session.fork({ id: checked(id) }), use)
  },
})

const spawn = defineCommand({
  name: 'pad spawn',
  summary: 'Begin a session below this one, with an empty pad',
  arguments: { id: child },
  options: {
    copyNotepad: { kind: 'flag', does: 'with a copy of this pad' },
    use: useOption,
    session: sessionOption,
  },
  setup,
  examples: [
    { line: 'notes pad spawn sub-a', does: 'empty' },
    { line: 'notes pad spawn sub-b --copy-notepad', does: 'with what is known so far' },
  ],
  exits: { 0: 'begun', 1: 'that session has a pad already' },
  async run(context, { id, copyNotepad, use, session: from }): Promise<0> {
    const session = await sessionOf(context, from)
    return begun(context, await session.spawn({ id: checked(id), copyNotepad }), use)
  },
})

const checked = (id: string | undefined) => (id === undefined ? undefined : checkSessionId(id))

async function begun(context: Context, session: Session, use: boolean): Promise<0> {
  if (use) await chooseSession(context.project.root, checkSessionId(session.id), context.host.env)
  report(context, { json: { ...padToJson(session), current: use }, lines: [session.id] })
  return 0
}

export const forkCommands = [fork, spawn]
