import { blameProject } from '../../project/history/history.ts'
import { oneLine } from '../../safety/one-line.ts'
import { meaningCell } from '../print/meaning.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'
import { commitOf, dayOf, kindAndId, leftOut } from './record-changes.ts'

export const blame = defineCommand({
  name: 'blame',
  summary: 'Show who last changed each record',
  details:
    'A row for each record, in the order of the file: the newest commit in its `notes history`. Unlike a line in `git blame`, a record that only moved or was reformatted keeps its commit.',
  arguments: { what: { does: 'a record or a section' } },
  setup: ['notes debt add "Upload size is not checked" --severity HIGH'],
  examples: [
    { line: 'notes blame', does: 'all records' },
    { line: 'notes blame debts', does: 'one section' },
    { line: 'notes blame TD-001 --json', does: 'one record, as data' },
  ],
  exits: {
    0: 'shown',
    1: 'nothing matches',
    2: 'cannot run, since there is no notes file, or it was never committed',
  },
  run(context, { what }) {
    const found = blameProject(context, what)
    report(context, {
      json: found,
      lines: [
        ...columns(
          found.records.map(record => [
            commitOf(record),
            dayOf(record.at),
            oneLine(record.author ?? '', 20),
            meaningCell(context.host.color, record.what),
            `L${record.line}`,
            record.handle,
            kindAndId(record),
            oneLine(record.title),
          ]),
        ),
        ...(found.records.length === 0 ? [`There are no records in ${found.file}.`] : []),
        ...leftOut(context, found),
      ],
    })
    return 0
  },
})
