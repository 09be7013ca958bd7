import { diffProject } from '../../project/history/diff.ts'
import { oneLine } from '../../safety/one-line.ts'
import { columns, report } from '../print/output.ts'
import { defineCommand } from '../program/command.ts'
import { changeRows, commitOf, dayOf } from './record-changes.ts'

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show what changed in the notes, by record',
  details:
    'Compares the notes with a revision (HEAD by default), or two revisions with each other: records added, edited (each field, before and after), closed, superseded, archived or removed, and the sections whose other text changed. Records that only moved or were reformatted do not count as changed.',
  arguments: { revision: { does: 'a commit, branch, tag or date, or two as REV..REV' } },
  setup: ['notes debt add "Upload size is not checked" --severity HIGH'],
  examples: [
    { line: 'notes diff', does: 'what is not committed' },
    { line: 'notes diff HEAD~3', does: 'since three commits ago' },
    { line: 'notes diff HEAD~3..HEAD --json', does: 'between two commits, as data' },
  ],
  exits: {
    0: 'compared',
    1: 'there is no commit before that date',
    2: 'cannot run, since there is no notes file, or it was never committed',
  },
  run(context, { revision }) {
    const found = diffProject(context, revision)
    const { file, from, to, changes, prose, damage } = found
    const isSame = changes.length === 0 && prose.length === 0
    const until = to === undefined ? '' : ` up to ${commitOf(to)} (${dayOf(to.at)})`
    report(context, {
      json: found,
      lines: [
        ...(isSame
          ? [`Nothing changed in ${file} since ${commitOf(from)} (${dayOf(from.at)})${until}.`]
          : []),
        ...columns(changes.flatMap(change => changeRows(context, change))),
        ...prose.map(title =>
          title === '' ? 'prose changed before the first heading' : `prose changed in ${oneLine(title)}`,
        ),
        ...damage,
      ],
    })
    return 0
  },
})
