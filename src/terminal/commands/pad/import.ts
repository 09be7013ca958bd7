import { resolve } from 'node:path'
import { NotesError } from '../../../error.ts'
import { realPath } from '../../../files/real-path.ts'
import { readLog } from '../../../files/sessions/read-log.ts'
import { contentOf } from '../../../pads/lineage.ts'
import { printPad, readPad } from '../../../pads/transfer.ts'
import { joined, shownJson } from '../../../safety/door.ts'
import { defineCommand } from '../../program/command.ts'
import { report } from '../../program/output.ts'
import { sayProblems, sessionOf, sessionOption } from './session-of.ts'
import { padToJson } from './text-of.ts'

const importPad = defineCommand({
  name: 'pad import',
  summary: 'Take a pad over from the log of a session',
  details:
    'Reads what `notes pad export` writes, files below .notes/sessions, and session logs of OpenClaw: the last entry of\n' +
    'each kind on the newest branch counts. With --replace, notes, plan and references are those of the log afterwards;\n' +
    'cards stay beside one another, and what was there is in `notes pad history`.',
  arguments: { path: { does: 'the file', required: true } },
  options: {
    replace: { kind: 'flag', does: 'also when the pad of this session holds something' },
    session: sessionOption,
  },
  setup: ['notes pad write "Survey done" --session old'],
  examples: [
    { line: 'notes pad import .notes/sessions/old.jsonl', does: 'into this session' },
    { line: 'notes pad import .notes/sessions/old.jsonl --session review-42', does: 'into another one' },
  ],
  exits: { 0: 'taken over', 1: 'there is no such file, or this pad is not empty' },
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
        `${path} holds no pad`,
        'Name a log with entries of type "custom" and keys such as openclaw:scratchpad:notes',
        { path: file },
      )
    const session = await sessionOf(context, id)
    await session.adopt(pad, { from: path, replace })
    const { notes, plan, refs, cards } = pad
    report(context, {
      json: { ...padToJson(session), problems: [...problems, ...session.problems] },
      lines: [
        `Taken over into ${session.id}: ${notes.length} characters of notes, ${plan.length} of plan, ` +
          `${refs.length} refs, ${cards.size} cards`,
      ],
    })
    return 0
  },
})

/** The hint is for the sessions of the project; here somebody named a file. */
function logOf(file: string): ReturnType<typeof readLog> {
  try {
    return readLog(file)
  } catch (error) {
    if (!(error instanceof NotesError)) throw error
    throw new NotesError(error.code, error.message, 'Name the log of a session, a file that you may read', {
      path: file,
      cause: error,
    })
  }
}

const exportPad = defineCommand({
  name: 'pad export',
  summary: 'Print the pad so that it can be imported elsewhere',
  details: 'One JSON entry a line, as it would stand in a session log. With --json one document instead.',
  options: { session: sessionOption },
  setup: ['notes pad write "Survey done"'],
  examples: [
    { line: 'notes pad export', does: 'to keep or to send' },
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

export const transferCommands = [importPad, exportPad]
