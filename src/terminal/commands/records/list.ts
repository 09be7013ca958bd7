import { slice } from '../../../markdown/document.ts'
import { standingOf, timeOf } from '../../../notes/find.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { CommandsOf } from '../../../notes/kind-commands.ts'
import {
  type Draft,
  isFinishable,
  type KindName,
  kindOf,
  type NotesRecord,
  titleOf,
} from '../../../notes/kinds.ts'
import { calledDone } from '../../../notes/state/standing.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { isArchiveFile } from '../../../project/archive/archive-file.ts'
import { findRecord, readArchivedNotes } from '../../../project/archive/archived-notes.ts'
import { type ProjectNotes, readProject } from '../../../project/read.ts'
import { oneLine } from '../../../safety/one-line.ts'
import { meaningCell } from '../../print/meaning.ts'
import { type Cell, columns, remarkDamage, report } from '../../print/output.ts'
import { type Command, type Context, defineCommand } from '../../program/command.ts'

/** Defines `notes GROUP list`: lists the active records of a kind, with their handles. */
export function listCommand(kind: KindName, { group, list, setup }: CommandsOf<Draft>): Command {
  const { what, all, also = [] } = list
  const listed: readonly string[] = [kind, ...also]
  return defineCommand({
    name: `${group} list`,
    alone: true,
    summary: `List the ${what}`,
    details: `${all === undefined ? '' : `With --all, also lists ${all}. `}\`notes ${group}\` alone does the same.${isFinishable(kind) ? ' "called done" marks what the file says is done but does not mark as done.' : ''}`,
    options: {
      all: { kind: 'flag', does: `${all === undefined ? 'list all of them' : `also list ${all}`}` },
      handles: handlesOnly,
    },
    setup,
    examples: [
      { line: `notes ${group} list`, does: `the ${what}, with their handles` },
      { line: `notes ${group} list --json`, does: 'the same, as JSON' },
    ],
    exits: { 0: 'listed, even if there are none', 2: 'cannot run, since there is no notes file' },
    run(context, input) {
      const counts = (record: NotesRecord) => listed.includes(record.kind) && (input.all || isActive(record))
      const archived = input.all ? readArchivedNotes(context) : undefined
      return listRecords(
        context,
        [readProject(context), archived].filter(place => place !== undefined),
        counts,
        what,
        input.handles,
      )
    },
  })
}

function listRecords(
  context: Context,
  places: readonly ProjectNotes[],
  counts: (record: NotesRecord) => boolean,
  what: string,
  onlyHandles: boolean,
): 0 {
  const records = places.flatMap(({ notes, path }) => {
    const found = notes.records.filter(counts)
    const called = found.some(record => 'done' in record) ? calledDone(notes) : undefined
    return found.map(record => ({
      notes,
      path,
      record,
      handle: handleOf(notes, record),
      isCalledDone: called?.has(record) === true,
    }))
  })
  const [first] = places
  report(context, {
    json: {
      file: first?.path,
      records: records.map(({ notes, path, record, handle, isCalledDone }) => ({
        ...recordToJson(notes.document, record, handle),
        calledDone: isCalledDone || undefined,
        archivedIn: path === first?.path ? undefined : path,
      })),
    },
    lines: onlyHandles
      ? records.map(({ record, handle }) => handleLine(handle, record))
      : records.length === 0
        ? [`There are no ${what}.`]
        : columns(
            records.map(({ path, record, handle, isCalledDone }) => [
              handle,
              ...describe(
                record,
                path !== first?.path,
                context.host.color,
                isCalledDone ? 'called done' : '',
              ),
            ]),
            { spare: [BESIDE] },
          ),
  })
  for (const { notes } of places) remarkDamage(context, notes)
  return 0
}

/** The option that prints a list for scripts and completion. */
export const handlesOnly = { kind: 'flag', does: 'only handles and titles, one per line' } as const

export const handleLine = (handle: string, record: NotesRecord): string =>
  `${handle}\t${oneLine([record.id, titleOf(record)].filter(Boolean).join('  '))}`

/** Is the record neither done nor superseded nor archived? */
function isActive(record: NotesRecord): boolean {
  if ('done' in record) return !record.done
  return record.kind !== 'archive' && !('status' in record && record.status === 'superseded')
}

/** The column for the text next to the title, such as the agent of a log row. */
const BESIDE = 4

function describe(
  record: NotesRecord,
  isElsewhere: boolean,
  color: boolean,
  called: string,
): readonly (string | Cell)[] {
  const { time, about, notes, beside } = kindOf(record)
  const at = time === undefined ? timeOf(record) : time(record)
  const standing = record.kind === 'archive' || isElsewhere ? 'archived' : standingOf(record) || called
  const remarks = (notes?.(record) ?? []).flatMap(note => (note ? [`(${note})`] : []))
  return [
    at ?? '',
    meaningCell(color, (about?.(record) ?? '').toLowerCase()),
    meaningCell(color, standing),
    beside?.(record) ?? '',
    [record.id, [titleOf(record), ...remarks].join(' ')].filter(Boolean).join('  '),
  ]
}

/** Defines `notes decision show ID`: shows one record as written in the file. */
export function showCommand(
  kind: KindName,
  { group, setup, list }: CommandsOf<Draft>,
  { example }: NonNullable<CommandsOf<Draft>['show']>,
): Command {
  return defineCommand({
    name: `${group} show`,
    summary: `Show one ${kind} as written in the file`,
    ...(list.also === undefined
      ? {}
      : { details: 'Also finds archived ones, including those in the archive file.' }),
    arguments: { which: { does: 'by handle, id, timestamp, or words from its title', required: true } },
    setup,
    examples: [
      { line: `notes ${group} show "${example}"`, does: 'as written' },
      { line: `notes ${group} show "${example}" --json`, does: 'as JSON' },
    ],
    exits: { 0: 'shown', 1: 'no match, or several' },
    run(context, { which }) {
      const { notes, path, record } = findRecord(context, kind, which)
      const json = { file: path, record: recordToJson(notes.document, record, handleOf(notes, record)) }
      report(context, { json, lines: [...archivedIn(record, path), slice(notes.document, record.span)] })
      return 0
    },
  })
}

/** A line that says where an archived record is. Empty for other records. */
export const archivedIn = ({ section }: NotesRecord, path: string): readonly string[] =>
  isArchiveFile(path) || section.kind === 'decision-archive' ? [`Archived in ${path}:`] : []
