import { NotesError } from '../error.ts'
import { timeOf } from '../notes/find.ts'
import { handleOf, recordsByHandle } from '../notes/handle.ts'
import { type KindName, kindOf, type NotesRecord, type RecordOf, titleOf } from '../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../notes/notes.ts'

/**
 * The only record of a kind that a query matches: by id, handle, timestamp, title, or words of the title. A line (`L42`)
 * is refused: by the time it is typed, another process may have moved another record there.
 */
export function selectRecord<K extends KindName>(notes: Notes, kind: K, which: string): RecordOf<K> {
  const found = recordNamed(notes, kind, which)
  if (found === undefined) throw noRecord(kind, which)
  return found
}

export const noRecord = (kind: KindName, which: string): NotesError =>
  new NotesError(
    'not-found',
    `There is no ${kind} "${which}"`,
    `Run \`notes ${kindOf({ kind }).command?.group ?? kind} list\` to see what there is`,
  )

/** Like `selectRecord`, but returns undefined when no record matches. */
export const recordNamed = <K extends KindName>(
  notes: Notes,
  kind: K,
  which: string,
): RecordOf<K> | undefined => only(notes, recordsOfKind(notes, kind), which)

/** The only record of any kind that a query matches. If it matches records that pass `may`, only those count. */
export function selectAny(notes: Notes, which: string, may: (record: NotesRecord) => boolean): NotesRecord {
  const found = only(notes, notes.records.filter(may), which) ?? anyNamed(notes, which)
  if (found !== undefined) return found
  throw new NotesError('not-found', `There is no record "${which}"`, 'Run `notes show` to see what there is')
}

/** The only record of any kind that a query matches. */
export const anyNamed = (notes: Notes, which: string): NotesRecord | undefined =>
  only(notes, notes.records, which)

function only<R extends NotesRecord>(notes: Notes, all: readonly R[], which: string): R | undefined {
  const wanted = which.trim().toLowerCase()
  const byHandle = recordsByHandle(notes, wanted)
  const tests: ((record: NotesRecord) => boolean)[] = [
    ({ id }) => id?.toLowerCase() === wanted,
    record => byHandle.includes(record),
    record => timeOf(record)?.toLowerCase() === wanted,
    record => nameOf(record).toLowerCase() === wanted,
    record => titleOf(record).toLowerCase() === wanted,
    record => !isPosition(wanted) && titleOf(record).toLowerCase().includes(wanted),
  ]
  const there = all.find(({ span }) => `l${notes.document.lines.lineAt(span.start)}` === wanted)
  if (there !== undefined) throw unsteady(notes, which, there)
  for (const test of tests) {
    const [found, ...more] = all.filter(test)
    if (found === undefined) continue
    if (more.length === 0) return found
    throw ambiguous(notes, which, [found, ...more])
  }
  return undefined
}

/** Could the query be a position in a list? That, or a single letter, occurs in a title by chance. */
const isPosition = (wanted: string): boolean => /^(?:\d{0,2}|.)$/.test(wanted)

/** The best identifier of a record. */
const nameOf = (record: NotesRecord): string => kindOf(record).name?.(record) ?? titleOf(record)

function unsteady(notes: Notes, line: string, record: NotesRecord): NotesError {
  const title = [record.id, titleOf(record)].filter(part => part !== undefined).join(' ')
  return new NotesError(
    'usage',
    `Line numbers change, so ${line} cannot name a record: that line is now "${title.slice(0, 90)}"`,
    `If you mean that one, name it by its handle ${handleOf(notes, record)}`,
    { span: record.span },
  )
}

function ambiguous(notes: Notes, which: string, records: readonly NotesRecord[]): NotesError {
  const list = records.map(record => `${handleOf(notes, record)} ${titleOf(record)}`.slice(0, 90))
  const more = list.length > MAX_LISTED ? `; and ${list.length - MAX_LISTED} more` : ''
  return new NotesError(
    'ambiguous',
    `${records.length} records match "${which}": ${list.slice(0, MAX_LISTED).join('; ')}${more}`,
    `Name one by its handle, such as ${records[0] === undefined ? 'q-3f2a' : handleOf(notes, records[0])}, or by more of its words`,
    ...(records[0] === undefined ? [] : [{ span: records[0].span }]),
  )
}

const MAX_LISTED = 10
