import { groupBy } from '../markdown/group-by.ts'
import { hash, shortHash } from '../markdown/hash.ts'
import { allKinds, kindOf, type NotesRecord, titleOf } from './kinds.ts'
import { type Notes, recordsOfKinds } from './notes.ts'
import { ENDS_DONE } from './text/items.ts'
import { written } from './text/timestamp.ts'

/**
 * The short name of a record, made from its words: `q-3f2a`. Unlike a line number, it stays the same when the record
 * moves, is closed or archived, or when others are added. The first four digits are a hash of the title. If several
 * records share them, or the result equals the id of a record, the handles continue with digits of a hash of all
 * identifying words until they differ, like abbreviated commits in git.
 */
export type Handle = string

/** The length of `shortHash`. */
const DIGITS = 4

/** The handle of a record of these notes. */
export function handleOf(notes: Notes, record: NotesRecord): Handle {
  const letter = letterOf(record)
  const ofNotes = known.get(notes) ?? new Map<string, ReadonlyMap<NotesRecord, Handle>>()
  known.set(notes, ofNotes)
  const handles = ofNotes.get(letter) ?? handlesAmong(recordsWithLetter(notes, letter))
  ofNotes.set(letter, handles)
  return handles.get(record) ?? handleStart(record)
}

const known = new WeakMap<Notes, Map<string, ReadonlyMap<NotesRecord, Handle>>>()

/** The records that a handle names. At least four of its digits must be given. */
export function recordsByHandle(notes: Notes, typed: string): readonly NotesRecord[] {
  const wanted = typed.trim().toLowerCase()
  const [, letter, digits] = /^([a-z]+)-([0-9a-f]{4,})$/.exec(wanted) ?? []
  if (letter === undefined || digits === undefined) return []
  const start = wanted.slice(0, letter.length + 1 + DIGITS)
  const alike = recordsWithLetter(notes, letter).filter(record => handleStart(record) === start)
  return digits.length === DIGITS
    ? alike
    : [...wholeNames(alike)].filter(([, whole]) => whole.startsWith(wanted)).map(([record]) => record)
}

/** The handles of all records that share a letter. */
function handlesAmong(records: readonly NotesRecord[]): ReadonlyMap<NotesRecord, Handle> {
  const ids = new Set(records.map(({ id }) => id?.toLowerCase()))
  return new Map(
    [...groupBy(records, handleStart)].flatMap(([start, group]) =>
      group.length === 1 && !ids.has(start)
        ? group.map(record => [record, start] as const)
        : apart(group, ids),
    ),
  )
}

/** Lengthens handles that start alike until they differ. */
function apart(
  group: readonly NotesRecord[],
  ids: ReadonlySet<string | undefined>,
): readonly (readonly [NotesRecord, Handle])[] {
  const whole = [...wholeNames(group)]
  const [[, first] = [undefined, '']] = whole
  for (let length = first.indexOf('-') + 1 + DIGITS + 1; ; length++) {
    const cut = whole.map(([record, name]) => [record, name.slice(0, length)] as const)
    const names = new Set(cut.map(([, name]) => name))
    if (length >= first.length || (names.size === cut.length && cut.every(([, name]) => !ids.has(name))))
      return cut
  }
}

/** The full-length handles of some records. A number tells apart records that agree in every word. */
function wholeNames(records: readonly NotesRecord[]): ReadonlyMap<NotesRecord, Handle> {
  const seen = new Map<string, number>()
  return new Map(
    records.map(record => {
      const said = hash(wordsOf(record))
      const count = (seen.get(said) ?? 0) + 1
      seen.set(said, count)
      return [record, `${handleStart(record)}${count === 1 ? said : hash([said, String(count)])}`]
    }),
  )
}

const wordsOf = (record: NotesRecord): readonly string[] =>
  [...(kindOf(record).write?.identity(record) ?? []), written(record.at)?.text.slice(0, 10)].map(
    (text = '') => flat(text),
  )

/** Suffixes that commands append to a title: how the record ended, what it waits for, its successor or its bead. */
const APPENDED = / — .*| \((?:superseded by |[a-z ]+: ).*/is

function handleStart(record: NotesRecord): Handle {
  return `${letterOf(record)}-${shortHash(ownTitle(record))}`
}

/** The title of a record as it was before the record was closed, superseded or linked to a bead. */
export function ownTitle(record: NotesRecord): string {
  const whole = 'done' in record && record.done ? titleOf(record).replace(ENDS_DONE, '') : titleOf(record)
  const bead = 'bead' in record && typeof record.bead === 'string' ? ` (${record.bead})` : ''
  // Common case: nothing is appended.
  const said =
    whole.includes(' — ') || whole.includes(' (') ? whole.replace(APPENDED, '').replace(bead, '') : whole
  return flat(said)
}

const flat = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** The letter of a record's handle. Kinds share a letter if records can move between them. */
export const letterOf = (record: Pick<NotesRecord, 'kind'>): string => lettersOf(kindOf(record))

const lettersOf = ({ words }: (typeof allKinds)[number][1]): string => words.letter ?? words.one.slice(0, 1)

const recordsWithLetter = (notes: Notes, letter: string): readonly NotesRecord[] =>
  recordsOfKinds(
    notes,
    allKinds.filter(([, kind]) => lettersOf(kind) === letter).map(([name]) => name),
  )
