import { titleOf } from '../protocol/find.ts'
import type { NotesRecord } from '../protocol/notes.ts'
import { recordToJson } from '../protocol/to-json.ts'
import { type Command, defineCommand } from './command.ts'
import type { Context } from './context.ts'
import { columns, oneLine, report } from './output.ts'
import { readProject } from './read-project.ts'

interface ListOf {
  /** The group, as typed: `debt`. */
  readonly group: string
  readonly kinds: readonly NotesRecord['kind'][]
  /** What is listed, in the plural. */
  readonly what: string
  /** What `--all` adds; without it there is nothing to add. */
  readonly all?: string
  /** Command lines that leave something to list, for the test of the examples. */
  readonly setup: readonly string[]
}

/** `notes GROUP list`: the records of a kind that still count, with the lines that they stand on. */
export function listCommand({ group, kinds, what, all, setup }: ListOf): Command {
  return defineCommand({
    name: `${group} list`,
    summary: `List the ${what}`,
    ...(all === undefined ? {} : { details: `With --all, ${all} too.` }),
    options: { all: { kind: 'flag', does: `list ${all ?? 'all of them'} too` } },
    setup,
    examples: [
      { line: `notes ${group} list`, does: `the ${what}, with their lines` },
      { line: `notes ${group} list --json`, does: 'the same as data' },
    ],
    exits: { 0: 'listed; there may be none' },
    run(context, input) {
      return listRecords(
        context,
        record => kinds.includes(record.kind) && (input.all || stillCounts(record)),
        what,
      )
    },
  })
}

function listRecords(context: Context, counts: (record: NotesRecord) => boolean, what: string): 0 {
  const { notes, path } = readProject(context)
  const records = notes.records.filter(counts)
  report(context, {
    json: { file: path, records: records.map(record => recordToJson(notes.document, record)) },
    lines:
      records.length === 0
        ? [`There are no ${what}.`]
        : columns(
            records.map(record => [
              `L${notes.document.lines.lineAt(record.span.start)}`,
              ...describe(record),
            ]),
          ),
  })
  return 0
}

/** Neither done nor superseded, nor in the archive. */
function stillCounts(record: NotesRecord): boolean {
  if ('done' in record) return !record.done
  return record.kind !== 'archive' && !('status' in record && record.status === 'superseded')
}

function describe(record: NotesRecord): readonly string[] {
  const at =
    'at' in record ? record.at?.text : record.kind === 'reference' ? record.verified?.text : undefined
  const about =
    record.kind === 'debt'
      ? (record.severity ?? record.severityText)
      : record.kind === 'blocker'
        ? record.type
        : undefined
  const done = 'done' in record && record.done ? 'done' : ''
  const status = 'status' in record && record.status !== 'in-force' ? record.status : done
  const waits =
    record.kind === 'goal'
      ? [
          record.blocking && `blocking: ${record.blocking}`,
          record.dependsOn && `depends on: ${record.dependsOn}`,
        ]
      : []
  const said = [record.id, titleOf(record), ...waits].filter(part => part !== undefined && part !== '')
  return [at ?? '', (about ?? '').toLowerCase(), status, oneLine(said.join('  '))].filter(
    (cell, index) => index === 3 || cell !== '',
  )
}
