import { slice } from '../../../markdown/document.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { CommandsOf } from '../../../notes/kind-commands.ts'
import type { Draft, KindName, NotesRecord } from '../../../notes/kinds.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { isArchiveFile } from '../../../project/archive/archive-file.ts'
import { findRecord } from '../../../project/archive/archived-notes.ts'
import { report } from '../../print/output.ts'
import { type Command, defineCommand } from '../../program/command.ts'

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
