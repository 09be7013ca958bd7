import { groupBy } from '../../markdown/group-by.ts'
import { historyProject } from '../../project/history/history.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'
import { changeRows, commitOf, dayOf, leftOut } from './record-changes.ts'

export const history = defineCommand({
  name: 'history',
  summary: 'Show what became of records, commit by commit',
  details:
    'Reads the commits of the notes file, also under the names it had before, newest first: which records were added, edited (and which words), closed, superseded, archived, removed or brought back. What is not committed comes first. A change that came by a merge is shown once, for the commit that made it. Name a record or a section as in `notes show`; one that is gone is found too.',
  arguments: { what: { does: 'a record or a section' } },
  options: {
    limit: {
      kind: 'number',
      value: 'count',
      min: 1,
      does: 'how many changes (default: 20, or all if a record is named)',
    },
    since: { kind: 'text', value: 'rev', does: 'only what is newer than a revision or date' },
  },
  setup: ['notes debt add "Upload size is not checked" --severity HIGH'],
  examples: [
    { line: 'notes history', does: 'the newest changes' },
    { line: 'notes history TD-001', does: 'the life of one record' },
    { line: 'notes history debts --since 2026-03-01', does: 'of one section, since a day' },
  ],
  exits: {
    0: 'shown',
    1: 'nothing matches',
    2: 'cannot run, since there is no notes file, or it was never committed',
  },
  run(context, request) {
    const found = historyProject(context, request)
    const { file, events, more } = found
    const { name, faint } = painter(context.host.color)
    const commits = [...groupBy(events, ({ commit }) => commit ?? '')]
    report(context, {
      json: found,
      lines: [
        ...(events.length === 0 ? [`Nothing changed in the records of ${file}.`] : []),
        ...commits.flatMap(([, changes]) => {
          const { at, author = '', subject = '', ...commit } = changes[0] ?? {}
          return [
            `${name(commitOf(commit))}  ${dayOf(at)}  ${oneLine(author, 40)}  ${oneLine(subject)}`.trimEnd(),
            ...columns(changes.flatMap(change => changeRows(context, change, '  '))),
          ]
        }),
        ...(more > 0 ? [faint(`… and ${more} older: --limit ${events.length + more}`)] : []),
        ...leftOut(context, found),
      ],
    })
    return 0
  },
})
