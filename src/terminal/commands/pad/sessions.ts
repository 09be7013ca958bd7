import { resolve } from 'node:path'
import { NotesError, reworded } from '../../../error.ts'
import { realPath } from '../../../files/real-path.ts'
import { readLog } from '../../../files/sessions/read-log.ts'
import { checkSessionId } from '../../../files/sessions/session-id.ts'
import type { Session } from '../../../pads/session.ts'
import { contentOf, printPad, readPad } from '../../../pads/transfer.ts'
import { ambientSession, chooseSession } from '../../../project/session/project-session.ts'
import { joined, shownJson } from '../../../safety/door.ts'
import { columns, report } from '../../print/output.ts'
import { type Context, defineCommand } from '../../program/command.ts'
import { padToJson, sayProblems, sessionOf, sessionOption, storeOf } from './session-of.ts'

const sessions = defineCommand({
  name: 'pad sessions',
  summary: 'List the sessions that have a pad',
  details: 'The most recently written comes first; * marks the current one.',
  options: {
    archived: { kind: 'flag', does: 'include those archived by `notes gc`' },
    names: { kind: 'flag', does: 'only their names, one per line' },
  },
  setup: ['notes pad write "Survey done"'],
  examples: [
    { line: 'notes pad sessions', does: 'with their sizes' },
    { line: 'notes pad sessions --archived --json', does: 'all of them, as data' },
  ],
  exits: { 0: 'listed, even if there are none' },
  async run(context, { archived, names }): Promise<0> {
    const { project, host } = context
    const current = ambientSession(project.root, host.env)
    const found = (await storeOf(context).list()).filter(session => archived || !session.archived)
    report(context, {
      json: {
        current: current.id,
        from: current.from,
        sessions: found.map(session => ({ ...session, changed: new Date(session.changed).toISOString() })),
      },
      lines: names
        ? found.map(({ id }) => id)
        : found.length === 0
          ? ['No session has a pad yet. `notes pad append TEXT` starts one.']
          : columns(
              found.map(({ id, changed, bytes, archived: away }) => [
                id === current.id ? '*' : ' ',
                id,
                new Date(changed).toISOString().slice(0, 19),
                `${bytes} bytes`,
                away ? 'archived' : '',
              ]),
            ),
    })
    return 0
  },
})

const use = defineCommand({
  name: 'pad use',
  summary: 'Make a session the current one of this project',
  details:
    'For terminals and tools without a session of their own; NOTES_SESSION and --session take precedence. A pad that\n' +
    'came with the repository, or that another user wrote, is not loaded until it is named here.',
  arguments: { session: { does: 'its name', required: true } },
  examples: [
    { line: 'notes pad use review-42', does: 'switch to it' },
    { line: 'notes pad use default', does: 'switch back to the default' },
  ],
  exits: { 0: 'chosen' },
  async run(context, { session: id }): Promise<0> {
    await chooseSession(context.project.root, checkSessionId(id), context.host.env)
    report(context, { json: { current: id }, lines: [`The current session is ${id}`] })
    return 0
  },
})

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
    { line: 'notes pad fork try-b --use', does: 'copy the pad and switch to the copy' },
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

const importPad = defineCommand({
  name: 'pad import',
  summary: 'Import a pad from the log of a session',
  details:
    'Reads the output of `notes pad export`, files below .notes/sessions, and session logs of OpenClaw: the last entry\n' +
    'of each kind on the newest branch counts. With --replace, notes, plan and references of the log replace those of\n' +
    'the pad; cards of both are kept, and the old versions stay in `notes pad history`.',
  arguments: { path: { does: 'the file', required: true } },
  options: {
    replace: { kind: 'flag', does: 'import even if the pad of this session is not empty' },
    session: sessionOption,
  },
  setup: ['notes pad write "Survey done" --session old'],
  examples: [
    { line: 'notes pad import .notes/sessions/old.jsonl', does: 'into this session' },
    { line: 'notes pad import .notes/sessions/old.jsonl --session review-42', does: 'into another one' },
  ],
  exits: { 0: 'imported', 1: 'no such file, or this pad is not empty' },
  async run(context, { path, replace, session: id }): Promise<0> {
    const { host } = context
    const file = realPath(resolve(host.cwd, path))
    const log = logOf(file)
    if (log === undefined)
      throw new NotesError('not-found', `${path} does not exist`, 'Name the log of a session', { path: file })
    const { pad, problems } = readPad(log)
    sayProblems(host, problems, () => path)
    if (contentOf(pad).length === 0)
      throw new NotesError(
        'not-found',
        `${path} contains no pad`,
        'Name a log with entries of type "custom" and keys such as openclaw:scratchpad:notes',
        { path: file },
      )
    const session = await sessionOf(context, id)
    await session.adopt(pad, { from: path, replace })
    const { notes, plan, refs, cards } = pad
    report(context, {
      json: { ...padToJson(session), problems: [...problems, ...session.problems] },
      lines: [
        `Imported into ${session.id}: ${notes.length} characters of notes, ${plan.length} of plan, ` +
          `${refs.length} refs, ${cards.size} cards`,
      ],
    })
    return 0
  },
})

/**
 * Reads a log, with a different hint in errors: the original one is about sessions of the project, but here the user
 * named a file.
 */
function logOf(file: string): ReturnType<typeof readLog> {
  try {
    return readLog(file)
  } catch (error) {
    throw reworded(error, () => ({ hint: 'Name a session log that you have permission to read', path: file }))
  }
}

const exportPad = defineCommand({
  name: 'pad export',
  summary: 'Print the pad for import elsewhere',
  details: 'One JSON entry per line, as in a session log. With --json, one document instead.',
  options: { session: sessionOption },
  setup: ['notes pad write "Survey done"'],
  examples: [
    { line: 'notes pad export', does: 'to save or send it' },
    { line: 'notes pad export --json', does: 'as one document' },
  ],
  exits: { 0: 'printed' },
  async run(context, { session: id }): Promise<0> {
    const session = await sessionOf(context, id)
    const at = context.host.now().toISOString()
    const lines = context.json ? [padToJson(session)] : printPad(session.pad, { id: session.id, at })
    const indent = context.json ? 2 : 0
    context.host.out(joined(lines.map(line => shownJson(line, { reveal: context.reveal, indent }))))
    return 0
  },
})

export const sessionsCommands = [sessions, use, fork, spawn, importPad, exportPad]
