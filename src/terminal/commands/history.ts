import { groupBy } from '../../markdown/group-by.ts'
import type { FieldChange } from '../../merge/changes.ts'
import { diffProject, type RecordDiff } from '../../project/history/diff.ts'
import {
  type BlamedRecord,
  blameProject,
  historyProject,
  type ProjectHistory,
} from '../../project/history/history.ts'
import { painter } from '../../safety/door.ts'
import { oneLine } from '../../safety/one-line.ts'
import { meaningCell } from '../print/meaning.ts'
import { type Cell, columns, forReader, type Line, report } from '../print/output.ts'
import { type Context, defineCommand } from '../program/command.ts'

const setup = ['notes question add "Do tokens rotate?"']
const NOT_COMMITTED = 'cannot run, since there is no notes file, or it was never committed'

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
  setup,
  examples: [
    { line: 'notes history', does: 'the newest changes' },
    { line: 'notes history "Do tokens"', does: 'the life of one record' },
    { line: 'notes history questions --since 2026-03-01', does: 'of one section, since a day' },
  ],
  exits: {
    0: 'shown',
    1: 'nothing matches',
    2: NOT_COMMITTED,
  },
  run(context, request) {
    const found = historyProject(context, request)
    const { file, events, more } = found
    const { name, faint } = painter(context.host.color)
    const commits = [...groupBy(events, ({ commit }) => commit ?? '')]
    report(context, {
      json: found,
      lines: [
        events.length === 0 && `Nothing changed in the records of ${file}.`,
        ...commits.flatMap(([, changes]) => {
          const { at, author = '', subject = '', ...commit } = changes[0] ?? {}
          return [
            `${name(commitOf(commit))}  ${dayOf(at)}  ${oneLine(author, 40)}  ${oneLine(subject)}`.trimEnd(),
            ...columns(changes.flatMap(change => changeRows(context, change, '  '))),
          ]
        }),
        more > 0 && faint(`… and ${more} older: --limit ${events.length + more}`),
        ...leftOut(context, found),
      ],
    })
    return 0
  },
})

export const blame = defineCommand({
  name: 'blame',
  summary: 'Show who last changed each record',
  details:
    'A row for each record, in the order of the file: the newest commit in its `notes history`. Unlike a line in `git blame`, a record that only moved or was reformatted keeps its commit.',
  arguments: { what: { does: 'a record or a section' } },
  setup,
  examples: [
    { line: 'notes blame', does: 'all records' },
    { line: 'notes blame questions', does: 'one section' },
    { line: 'notes blame "Do tokens" --json', does: 'one record, as data' },
  ],
  exits: {
    0: 'shown',
    1: 'nothing matches',
    2: NOT_COMMITTED,
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
        found.records.length === 0 && `There are no records in ${found.file}.`,
        ...leftOut(context, found),
      ],
    })
    return 0
  },
})

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show what changed in the notes, by record',
  details:
    'Compares the notes with a revision (HEAD by default), or two revisions with each other: records added, edited (each field, before and after), closed, superseded, archived or removed, and the sections whose other text changed. Records that only moved or were reformatted do not count as changed.',
  arguments: { revision: { does: 'a commit, branch, tag or date, or two as REV..REV' } },
  setup,
  examples: [
    { line: 'notes diff', does: 'what is not committed' },
    { line: 'notes diff HEAD~3', does: 'since three commits ago' },
    { line: 'notes diff HEAD~3..HEAD --json', does: 'between two commits, as data' },
  ],
  exits: {
    0: 'compared',
    1: 'there is no commit before that date',
    2: NOT_COMMITTED,
  },
  run(context, { revision }) {
    const found = diffProject(context, revision)
    const { file, from, to, changes, prose, damage } = found
    const isSame = changes.length === 0 && prose.length === 0
    const until = to === undefined ? '' : ` up to ${commitOf(to)} (${dayOf(to.at)})`
    report(context, {
      json: found,
      lines: [
        isSame && `Nothing changed in ${file} since ${commitOf(from)} (${dayOf(from.at)})${until}.`,
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

type Row = readonly (string | Cell)[]

/** A row for the record, and one for each field that changed. */
function changeRows(context: Context, change: RecordDiff, indent = ''): readonly Row[] {
  const { what, by, handle, title, fields } = change
  const successor = by === undefined ? '' : ` (by ${by})`
  const word = { ...meaningCell(context.host.color, what), text: `${indent}${what}` }
  const cells = [word, handle, kindAndId(change)]
  return [
    [...cells, oneLine(`${title}${successor}`, MAX_TITLE)],
    ...fields.map(field => ['', '', '', `  ${wordsOf(context, field)}`]),
  ]
}

const MAX_TITLE = 200

const kindAndId = ({ kind, id }: Pick<RecordDiff, 'kind' | 'id'>): string =>
  id === undefined ? kind : `${kind} ${id}`

/** Prints the name of a field, such as `evidence 2 place`. The items of a list count from 1. */
const nameOf = (name: string): string =>
  name.replaceAll(/\.(\d+)/g, (_, index: string) => ` ${Number(index) + 1}`).replaceAll('.', ' ')

/** Masks the values before they are cut, because half a secret is not recognized. */
function wordsOf(context: Context, { name, before, after }: FieldChange): string {
  const [was, is] = changedWords(forReader(context, before), forReader(context, after))
  return `${nameOf(name)}: ${was === is ? 'a secret changed' : `${quoted(was)} -> ${quoted(is)}`}`
}

const quoted = (words: string): string => (words === '' ? 'nothing' : `"${oneLine(words, MAX_WORDS)}"`)

const MAX_WORDS = 160
/** The number of words to keep around the changed ones, to show where in a text they are. */
const AROUND = 3

/** Returns two texts without the start and the end that they share, except for the words around the change. */
function changedWords(before: string, after: string): readonly [string, string] {
  const [was, is] = [before.split(/\s+/), after.split(/\s+/)]
  const most = Math.min(was.length, is.length)
  let [start, end] = [0, 0]
  while (start < most && was[start] === is[start]) start++
  while (end < most - start && was.at(-1 - end) === is.at(-1 - end)) end++
  const cut = (words: readonly string[]): string => {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(words.length, words.length - end + AROUND)]
    const said = words.slice(from, to).join(' ')
    return `${from > 0 ? '…' : ''}${said}${to < words.length ? '…' : ''}`
  }
  return [cut(was), cut(is)]
}

/** The commit as a cell of a list. */
const commitOf = ({ commit }: Partial<BlamedRecord>): string => commit?.slice(0, 9) ?? 'not committed'

const dayOf = (at = ''): string => at.slice(0, 10)

/** Lists the versions that could not be read, and the commit at which a shallow clone begins. */
function leftOut(
  { host: { color } }: Context,
  { skipped, cut }: Pick<ProjectHistory, 'skipped' | 'cut'>,
): readonly Line[] {
  const { faint } = painter(color)
  return [
    ...skipped.map(({ commit, at, why }) => {
      const where = commit === undefined ? 'the work tree' : `${commitOf({ commit })} (${dayOf(at)})`
      return faint(`Skipped: ${where}, with ${why}`)
    }),
    cut !== undefined &&
      faint(`This clone is shallow and begins at ${cut}; \`git fetch --unshallow\` fetches what came before`),
  ]
}
