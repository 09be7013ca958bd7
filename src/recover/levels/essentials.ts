import { claimsIn } from '../../evidence/verify.ts'
import type { RecoveryLine } from '../../notes/kind.ts'
import { type AnyKind, allKinds, type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import { joinTitle } from '../../notes/record.ts'
import { newestFirst } from '../../notes/state/newest.ts'
import { calledDone, presentContexts } from '../../notes/state/standing.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Essentials, Item } from './item.ts'
import { type Ranked, withState } from './present-state.ts'

/**
 * Returns the content of level 1, from notes of any profile. A date includes its year unless that is the year of `now`.
 * `handleOf` returns the handles to show; level 1 has no room for them.
 */
export function essentialsOf(
  notes: Notes,
  now: Date,
  handleOf: (record: NotesRecord) => string | undefined = () => undefined,
): Essentials {
  const itemsOf = itemMaker(now, handleOf)
  const closed = calledDone(notes)
  const groups = allKinds.flatMap(([name, kind]) =>
    name === 'archive'
      ? []
      : groupsOf(
          kind,
          recordsToShow(notes, name).filter(record => !closed.has(record)),
          itemsOf,
        ),
  )
  let contents: Contents | undefined
  return {
    groups: withState(notes, groups).toSorted((one, other) => one.need - other.need),
    contents() {
      contents ??= contentsOf(notes)
      return contents
    },
  }
}

/** The records that still matter: neither done nor superseded. The archive replaces an empty decision log. */
function recordsToShow(notes: Notes, name: KindName): readonly NotesRecord[] {
  // Older contexts are history.
  if (name === 'context') return presentContexts(notes)
  const records = inOrder(name, recordsOfKind(notes, name).filter(matters))
  return name === 'decision' && records.length === 0
    ? inOrder(name, recordsOfKind(notes, 'archive').filter(matters))
    : records
}

const matters = (record: NotesRecord): boolean =>
  !('done' in record && record.done) && !('status' in record && record.status === 'superseded')

const inOrder = (kind: KindName, records: readonly NotesRecord[]): readonly NotesRecord[] =>
  kindOf({ kind }).recover.asWritten === true ? records : newestFirst(records)

type ItemsOf = (record: NotesRecord, kind: KindName, place: number) => readonly Item[]

/** Splits the records of a kind into groups: the urgent records come before the others. */
function groupsOf(kind: AnyKind, records: readonly NotesRecord[], itemsOf: ItemsOf): Ranked[] {
  const { need, first, early = Number.POSITIVE_INFINITY, urgent = [] } = kind.recover
  const group = (
    some: readonly NotesRecord[],
    rank: Omit<Ranked, 'kind' | 'spans' | 'newest' | 'at'>,
  ): Ranked[] => {
    const [one] = some
    if (one === undefined) return []
    const made: (readonly Item[])[] = []
    return [
      {
        ...rank,
        kind: nameOf(one),
        spans: some,
        newest: timeOf(one),
        at(index) {
          const record = some[index]
          if (record === undefined) return []
          made[index] ??= itemsOf(record, nameOf(one), rank.need)
          return made[index]
        },
      },
    ]
  }
  const rankOf = (record: NotesRecord) => urgent.findIndex(({ is }) => is(record))
  return [
    ...urgent.flatMap(({ need }, rank) =>
      group(
        records.filter(record => rankOf(record) === rank),
        { need, first: 2, early: Number.POSITIVE_INFINITY },
      ),
    ),
    ...group(
      records.filter(record => rankOf(record) < 0),
      { need, first, early },
    ),
  ]
}

const timeOf = (record: NotesRecord): number | undefined =>
  record.kind === 'context'
    ? (record.checkpoint ?? record.at)?.at
    : 'at' in record
      ? record.at?.at
      : undefined

/** Archived decisions stand in for those of the log. */
const nameOf = ({ kind }: NotesRecord): KindName => (kind === 'archive' ? 'decision' : kind)

const itemMaker =
  (now: Date, handleOf: (record: NotesRecord) => string | undefined): ItemsOf =>
  (record, kind, place) =>
    kindOf(record)
      .recover.lines(record)
      .map(line => itemOf(record, kind, place, line, now, handleOf(record)))

function itemOf(
  record: NotesRecord,
  kind: KindName,
  rank: number,
  line: RecoveryLine,
  now: Date,
  handle: string | undefined,
): Item {
  const { label, place, title, date, text, more, brief, tail, isStory, isEvent, isLater } = line
  const clean = showText(label)
  const safe = handle === undefined ? clean : clean.replace(/: $/, ` ${handle}: `)
  const datedLabel = date === undefined ? undefined : safe.replace(/: $/, ` (${shortDate(date, now)}): `)
  const plain = line.isDated === true ? (datedLabel ?? safe) : safe
  return {
    ...{ kind, handle, isStory, isEvent, isLater, datedLabel },
    id: record.id,
    span: record.span,
    place: rank,
    most: line.most ?? kindOf(record).recover.most,
    title: title && showLine(title),
    claims: record.kind === 'archive' ? undefined : () => claimsIn(record),
    label: place === undefined ? plain : `${safe}${showLine(place)} `,
    stands: place !== undefined,
    text: more === undefined ? said(text) : joinTitle(said(text), said(more)),
    brief: brief && said(brief),
    tail: tail && said(tail),
  }
}

/** Removes bold marks: they cost tokens, and a cut could separate an opening mark from its closing one. */
const said = (text: string): string => showLine(text.includes('**') ? text.replaceAll(BOLD, '') : text)

/** Matches a bold mark, but not `a ** b` or `2**8`. */
const BOLD = /(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w*])/g

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 18`: four tokens instead of the seventeen of a timestamp. */
function shortDate({ text }: Timestamp, now: Date): string {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return showLine(text)
  return Number(year) === now.getFullYear() ? `${name} ${Number(day)}` : `${name} ${Number(day)} ${year}`
}
