import { selectRecord } from '../../../change/select.ts'
import { slice } from '../../../markdown/document.ts'
import { handleOf } from '../../../notes/handle.ts'
import type { CommandsOf } from '../../../notes/kind.ts'
import type { Draft, KindName } from '../../../notes/kinds.ts'
import { recordToJson } from '../../../notes/to-json.ts'
import { readProject } from '../../../project/read.ts'
import { type Command, defineCommand } from '../../program/command.ts'
import { report } from '../../program/output.ts'

/** Defines `notes decision show ID`: shows one record as written in the file. */
export function showCommand(
  kind: KindName,
  { group, setup }: CommandsOf<Draft>,
  { example }: NonNullable<CommandsOf<Draft>['show']>,
): Command {
  return defineCommand({
    name: `${group} show`,
    summary: `Show one ${kind} as written in the file`,
    arguments: { which: { does: 'by handle, id, timestamp, or words of its title', required: true } },
    setup,
    examples: [
      { line: `notes ${group} show "${example}"`, does: 'as written' },
      { line: `notes ${group} show "${example}" --json`, does: 'as data' },
    ],
    exits: { 0: 'shown', 1: 'no match, or several' },
    run(context, { which }) {
      const { notes, path } = readProject(context)
      const record = selectRecord(notes, kind, which)
      const json = { file: path, record: recordToJson(notes.document, record, handleOf(notes, record)) }
      report(context, { json, lines: [slice(notes.document, record.span)] })
      return 0
    },
  })
}
