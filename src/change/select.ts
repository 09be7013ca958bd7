import { NotesError } from '../error.ts'
import { timeOf, titleOf } from '../notes/find.ts'
import { type KindName, kindOf, type NotesRecord, type RecordOf } from '../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../notes/notes.ts'

/** The only record of a kind that a query matches: by id, timestamp, line (`L42`), title, or words of the title. */
export function selectRecord<K extends KindName>(notes: Notes, kind: K, which: string): RecordOf<K> {
  const all = recordsOfKind(notes, kind)
  const wanted = which.trim().toLowerCase()
  const tests: ((record: NotesRecord) => boolean)[] = [
    ({ id }) => id?.toLowerCase() === wanted,
    record => timeOf(record)?.toLowerCase() === wanted,
    ({ span }) => `l${notes.document.lines.lineAt(span.start)}` === wanted,
    record => nameOf(record).toLowerCase() === wanted,
    record => titleOf(record).toLowerCase() === wanted,
    record => wanted !== '' && titleOf(record).toLowerCase().includes(wanted),
  ]
  for (const test of tests) {
    const [found, ...more] = all.filter(test)
    if (found === undefined) continue
    if (more.length === 0) return found
    throw ambiguous(notes, which, [found, ...more])
  }
  throw new NotesError(
    'not-found',
    `There is no ${kind} "${which}"`,
    `Run \`notes ${commandOf(kind)} list\` to see what there is`,
  )
}

/** The best identifier of a record. */
const nameOf = (record: NotesRecord): string => kindOf(record).name?.(record) ?? titleOf(record)

const commandOf = (kind: KindName): string => kindOf({ kind }).command?.group ?? kind

function ambiguous({ document }: Notes, which: string, records: readonly NotesRecord[]): NotesError {
  const list = records.map(record =>
    `L${document.lines.lineAt(record.span.start)} ${titleOf(record)}`.slice(0, 90),
  )
  return new NotesError(
    'ambiguous',
    `${records.length} records match "${which}": ${list.slice(0, 10).join('; ')}`,
    'Name one by its line, such as L42, or by more of its words',
    ...(records[0] === undefined ? [] : [{ span: records[0].span }]),
  )
}
