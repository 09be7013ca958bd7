import { resolve } from 'node:path'
import { NotesError, reworded } from '../../../error.ts'
import { realPath } from '../../../files/real-path.ts'
import { readLog } from '../../../files/sessions/read-log.ts'
import { contentOf, printPad, readPad } from '../../../pads/transfer.ts'
import { joined, shownJson } from '../../../safety/door.ts'
import { report } from '../../print/output.ts'
import { defineCommand } from '../../program/command.ts'
import { padToJson, sayProblems, sessionOf, sessionOption } from './session-of.ts'

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

export const transferCommands = [importPad, exportPad]
