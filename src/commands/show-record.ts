import { slice } from '../document/document.ts'
import { selectRecord } from '../manager/select.ts'
import type { NotesRecord } from '../protocol/notes.ts'
import { recordToJson } from '../protocol/to-json.ts'
import { type Command, defineCommand } from './command.ts'
import { report } from './output.ts'
import { readProject } from './read-project.ts'

interface ShowOf {
  readonly group: string
  readonly kind: NotesRecord['kind']
  readonly setup: readonly string[]
  readonly example: string
}

/** `notes decision show ID`: one record as it stands in the file. */
export function showCommand({ group, kind, setup, example }: ShowOf): Command {
  return defineCommand({
    name: `${group} show`,
    summary: `Show one ${kind} as it stands in the file`,
    arguments: { which: { does: 'by id, timestamp, line (L42), or words of its title', required: true } },
    setup,
    examples: [
      { line: `notes ${group} show "${example}"`, does: 'as it stands' },
      { line: `notes ${group} show "${example}" --json`, does: 'as data' },
    ],
    exits: { 0: 'shown', 1: 'there is none, or several are meant' },
    run(context, { which }) {
      const { notes, path } = readProject(context)
      const record = selectRecord(notes, kind, which)
      const json = { file: path, record: recordToJson(notes.document, record) }
      report(context, { json, lines: [slice(notes.document, record.span)] })
      return 0
    },
  })
}
