import { chooseSession } from '../../../files/sessions/current-session.ts'
import { checkSessionId } from '../../../files/sessions/session-id.ts'
import type { Session } from '../../../pads/session.ts'
import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { sessionOf, sessionOption } from './session-of.ts'
import { padToJson } from './text-of.ts'

const child = { does: 'the name of the new session; default: the next free one' } as const
const useOption = { kind: 'flag', does: 'make it the current session' } as const
const setup = ['notes pad write "Survey done"']

const fork = defineCommand({
  name: 'pad fork',
  summary: 'Start a session with a copy of this pad',
  details: 'The two are independent from then on.',
  arguments: { id: child },
  options: { use: useOption, session: sessionOption },
  setup,
  examples: [
    { line: 'notes pad fork', does: 'under the next free name' },
    { line: 'notes pad fork try-b --use', does: 'and switch to it' },
  ],
  exits: { 0: 'started', 1: 'that session already has a pad' },
  async run(context, { id, use, session: from }): Promise<0> {
    const session = await sessionOf(context, from)
    return reportStarted(context, await session.fork({ id: checked(id) }), use)
  },
})

const spawn = defineCommand({
  name: 'pad spawn',
  summary: 'Start a child session with an empty pad',
  arguments: { id: child },
  options: {
    copyNotepad: { kind: 'flag', does: 'start with a copy of this pad' },
    use: useOption,
    session: sessionOption,
  },
  setup,
  examples: [
    { line: 'notes pad spawn sub-a', does: 'empty' },
    { line: 'notes pad spawn sub-b --copy-notepad', does: 'with a copy of this pad' },
  ],
  exits: { 0: 'started', 1: 'that session already has a pad' },
  async run(context, { id, copyNotepad, use, session: from }): Promise<0> {
    const session = await sessionOf(context, from)
    return reportStarted(context, await session.spawn({ id: checked(id), copyNotepad }), use)
  },
})

const checked = (id: string | undefined) => (id === undefined ? undefined : checkSessionId(id))

async function reportStarted(context: Context, session: Session, use: boolean): Promise<0> {
  if (use) await chooseSession(context.project.root, checkSessionId(session.id), context.host.env)
  report(context, { json: { ...padToJson(session), current: use }, lines: [session.id] })
  return 0
}

export const forkCommands = [fork, spawn]
