import { NotesError, usage } from '../../error.ts'
import { ambientSession } from '../../project/session/project-session.ts'
import { shown } from '../../safety/door.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand, dryRun } from '../program/command.ts'
import { storeOf } from './pad/session-of.ts'

export const gc = defineCommand({
  name: 'gc',
  summary: 'Archive the pads of old sessions',
  details:
    'Moves them to .notes/sessions/archive, where `notes pad --session ID` still reads them; writing to one restores\n' +
    'it. Nothing is deleted. The current session stays.',
  options: {
    sessions: { kind: 'flag', does: 'archive the pads of sessions' },
    olderThan: {
      kind: 'text',
      value: 'age',
      does: 'only pads not written to for this long: 12h, 30d, 8w (default 30d)',
    },
    dryRun: { ...dryRun, does: 'list them, and move nothing' },
  },
  setup: ['notes pad write "Survey done" --session old'],
  examples: [
    { line: 'notes gc --sessions --older-than 30d', does: 'pads not written to for a month' },
    { line: 'notes gc --sessions --older-than 0d --dry-run', does: 'list all candidates' },
  ],
  exits: { 0: 'archived, even if there are none', 1: 'some could not be archived, and are listed' },
  async run(context, { sessions, olderThan, dryRun }): Promise<0 | 1> {
    if (!sessions) throw usage('--sessions is missing', 'Write `notes gc --sessions --older-than 30d`')
    const { host, project } = context
    const before = host.now().getTime() - millisecondsOf(olderThan ?? '30d')
    const current = ambientSession(project.root, host.env).id
    const store = storeOf(context)
    const old = (await store.list()).filter(
      ({ id, changed, archived }) => !archived && changed <= before && id !== current,
    )
    const moved: typeof old = []
    const failed: { readonly id: string; readonly message: string }[] = []
    for (const session of old)
      try {
        if (dryRun || (await store.archive(session.id, before))) moved.push(session)
      } catch (error) {
        // One failure does not stop the others.
        if (!(error instanceof NotesError)) throw error
        failed.push({ id: session.id, message: error.message })
        host.err(shown(`warning: ${session.id} stays: ${error.message}\n`))
      }
    report(context, {
      json: {
        dryRun,
        archived: moved.map(({ id }) => id),
        ...(failed.length === 0 ? {} : { failed }),
      },
      lines:
        moved.length === 0
          ? ['No pad is that old.']
          : columns(
              moved.map(({ id, changed }) => [
                dryRun ? 'would be archived' : 'archived',
                id,
                `last written ${new Date(changed).toISOString().slice(0, 10)}`,
              ]),
            ),
    })
    return failed.length === 0 ? 0 : 1
  },
})

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 }

function millisecondsOf(age: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(age) ?? []
  const seconds = UNITS[unit]
  if (seconds === undefined)
    throw usage(`Invalid age "${age}"`, 'Write a number and m, h, d or w, such as 30d')
  return Number(count) * seconds * 1000
}
