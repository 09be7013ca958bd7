import { timeOf } from '../../../notes/find.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { CommandsOf } from '../../../notes/kind.ts'
import { type Draft, type KindName, kindOf, type NotesRecord, titleOf } from '../../../notes/kinds.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { readProject } from '../../../project/read.ts'
import { type Command, defineCommand } from '../../program/command.ts'
import type { Context } from '../../program/context.ts'
import { columns, oneLine, report } from '../../program/output.ts'

/** Defines `notes GROUP list`: lists the active records of a kind, with their handles. */
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
      { line: `notes ${group} list`, does: `the ${what}, with their handles` },
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
    json: {
      file: path,
      records: records.map(record => recordToJson(notes.document, record, handleOf(notes, record))),
    },
    lines:
      records.length === 0
        ? [`There are no ${what}.`]
        : columns(records.map(record => [handleOf(notes, record), ...describe(record)])),
  })
  return 0
}

/** Is the record neither done nor superseded nor archived? */
function isActive(record: NotesRecord): boolean {
  if ('done' in record) return !record.done
  return record.kind !== 'archive' && !('status' in record && record.status === 'superseded')
}

function describe(record: NotesRecord): readonly string[] {
  const { time, about, notes } = kindOf(record)
  const at = time === undefined ? timeOf(record) : time(record)
  const done = 'done' in record && record.done ? 'done' : ''
  const status = 'status' in record && record.status !== 'in-force' ? record.status : done
  const said = [record.id, titleOf(record), ...(notes?.(record) ?? [])].filter(
    part => part !== undefined && part !== '',
  )
  return [at ?? '', (about?.(record) ?? '').toLowerCase(), status, oneLine(said.join('  '))].filter(
    (cell, index) => index === 3 || cell !== '',
  )
}
