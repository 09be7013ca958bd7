import { standingOf, timeOf, titleOf } from '../../../notes/find.ts'
import type { CommandsOf } from '../../../notes/kind-commands.ts'
import { type Draft, type KindName, kindOf, type NotesRecord } from '../../../notes/kinds.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { readProject } from '../../../project/read.ts'
import { type Command, defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { meaningCell } from '../../program/meaning.ts'
import { columns, report } from '../../program/output.ts'
import type { Cell } from '../../program/table.ts'

/** Defines `notes GROUP list`: lists the active records of a kind, with their lines. */
export function listCommand(kind: KindName, { group, list, setup }: CommandsOf<Draft>): Command {
  const { what, all, also = [] } = list
  const listed: readonly string[] = [kind, ...also]
  return defineCommand({
    name: `${group} list`,
    summary: `List the ${what}`,
    ...(all === undefined ? {} : { details: `With --all, also lists ${all}.` }),
    options: {
      all: { kind: 'flag', does: `${all === undefined ? 'list all of them' : `also list ${all}`}` },
    },
    setup,
    examples: [
      { line: `notes ${group} list`, does: `the ${what}, with their lines` },
      { line: `notes ${group} list --json`, does: 'the same as data' },
    ],
    exits: { 0: 'listed; there may be none' },
    run(context, input) {
      return listRecords(
        context,
        record => listed.includes(record.kind) && (input.all || isActive(record)),
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
              ...describe(record, context.host.color),
            ]),
            { spare: [BESIDE] },
          ),
  })
  return 0
}

/** Is the record neither done nor superseded nor archived? */
function isActive(record: NotesRecord): boolean {
  if ('done' in record) return !record.done
  return record.kind !== 'archive' && !('status' in record && record.status === 'superseded')
}

/** The column of what stands beside the title, such as the agent of a row of the log. */
const BESIDE = 4

function describe(record: NotesRecord, color: boolean): readonly (string | Cell)[] {
  const { time, about, notes, beside } = kindOf(record)
  const at = time === undefined ? timeOf(record) : time(record)
  const remarks = (notes?.(record) ?? []).flatMap(note => (note ? [`(${note})`] : []))
  return [
    at ?? '',
    meaningCell(color, (about?.(record) ?? '').toLowerCase()),
    meaningCell(color, standingOf(record)),
    beside?.(record) ?? '',
    [record.id, [titleOf(record), ...remarks].join(' ')].filter(Boolean).join('  '),
  ]
}
