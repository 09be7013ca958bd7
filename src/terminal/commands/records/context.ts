import { usage } from '../../../error.ts'
import { handleOf } from '../../../notes/handle.ts'
import { presentContexts } from '../../../notes/state/standing.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { beadAsker } from '../../../project/beads/tracker.ts'
import { contextFieldsOf, listOf, momentOf, textOf } from '../../../project/given.ts'
import { readProject } from '../../../project/read.ts'
import { columns, report } from '../../print/output.ts'
import { defineCommand, dryRun } from '../../program/command.ts'
import { changeAndReport, fromInput, readEntries } from '../change-project.ts'

export const contextShow = defineCommand({
  name: 'context show',
  alone: true,
  summary: 'Show where the work stands',
  details:
    'Looks up the current bead if there is a Beads workspace; gives up after 3 seconds. ' +
    '`notes context` alone does the same.',
  setup: ['notes context set --bead "bd-x7y8 (token expiry)" --state "tests red"'],
  examples: [
    { line: 'notes context', does: 'bead, checkpoint and state' },
    { line: 'notes context show --json', does: 'the same, as JSON' },
  ],
  exits: { 0: 'shown; it may be empty', 1: 'the bead is not in the workspace' },
  run(context) {
    const { notes, path } = readProject(context)
    const [record] = presentContexts(notes)
    const id = record?.bead?.id
    const { project, host } = context
    const state = id === undefined ? undefined : beadAsker(project.root, host.env)(id)
    const bead = [id, record?.bead?.title].filter(part => part !== undefined).join(' ')
    const rows = [
      ['bead', state === undefined || bead === '' ? bead : `${bead} (${STATE_TEXT[state]})`],
      ['checkpoint', record?.checkpoint?.text ?? ''],
      ['state', record?.state ?? ''],
      ['next', record?.next ?? ''],
      ['blocked by', record?.blockedBy ?? ''],
      ...(record?.others ?? []).map(({ name, value }) => [name, value]),
    ].filter(([, value]) => value !== '')
    report(context, {
      json: {
        file: path,
        context: record && recordToJson(notes.document, record, handleOf(notes, record)),
        beadState: state,
      },
      lines: rows.length === 0 ? ['Nothing recorded.'] : columns(rows, { wraps: true }),
    })
    return state === 'missing' ? 1 : 0
  },
})

const STATE_TEXT = {
  open: 'open',
  closed: 'closed: name the next one with `notes context set --bead`',
  missing: 'not in the Beads workspace: correct it with `notes context set --bead`',
  unverified: 'unverified',
} as const

export const contextSet = defineCommand({
  name: 'context set',
  summary: 'Record where the work stands',
  details: 'Replaces the given fields and updates the checkpoint.',
  options: {
    bead: { kind: 'text', value: 'id (task)', does: 'the current bead' },
    state: { kind: 'text', value: 'text', does: 'where you left off' },
    next: { kind: 'text', value: 'text', does: 'the next step; recovery shortens other text first' },
    clear: { kind: 'list', value: 'field', does: 'a field to empty: bead, state or next' },
    from: fromInput,
    dryRun,
  },
  examples: [
    {
      line: 'notes context set --bead "bd-x7y8 (token expiry)" --state "tests red" --next "fix the boundary"',
      does: 'all of it',
    },
    {
      line: `echo '{"next":"wire the refresh flow"}' | notes context set --from -`,
      does: 'from standard input',
    },
    { line: 'notes context set --clear next', does: 'no next step is left' },
  ],
  exits: { 0: 'written' },
  run(context, { bead, state, next, clear, from, dryRun }) {
    const [entry = {}, ...more] = readEntries(context, { bead, state, next, clear }, from, read => read)
    if (more.length > 0) throw usage('There is only one active context', 'Pipe in one object')
    const fields = {
      bead: textOf(entry, 'bead'),
      state: textOf(entry, 'state'),
      next: textOf(entry, 'next'),
    }
    const set = contextFieldsOf(fields, listOf(entry, 'clear'), name => `--${name}`)
    const checkpoint = momentOf(context, undefined)
    return changeAndReport(context, {
      intents: [{ do: 'set-context', fields: { ...set, checkpoint } }],
      dryRun,
    })
  },
})
