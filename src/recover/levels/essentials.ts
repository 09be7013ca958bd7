import { claimOf, claimsOf } from '../../evidence/verify.ts'
import type { Span } from '../../markdown/block.ts'
import type { RecoveryLine } from '../../notes/kind.ts'
import { type AnyKind, allKinds, type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import { joinTitle } from '../../notes/record.ts'
import { newestFirst } from '../../notes/state/newest.ts'
import {
  closedByWords,
  closedElsewhere,
  newerThan,
  nextInProse,
  presentContexts,
} from '../../notes/state/standing.ts'
import { heldIn, nextStepIn } from '../../notes/text/next-step.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'
import { showLine, showPart, showText } from '../../safety/show-text.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Essentials, Group, Item } from './item.ts'

/**
 * The content of level 1, from notes of any profile. Dates of another year than `now` say their year. `handleOf` gives
 * the handles, which level 1 has no room for.
 */
export function essentialsOf(
  notes: Notes,
  now: Date,
  handleOf: (record: NotesRecord) => string | undefined = () => undefined,
): Essentials {
  const itemsOf = itemMaker(now, handleOf)
  const closed = new Set([...closedByWords(notes), ...closedElsewhere(notes).map(({ record }) => record)])
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

interface Ranked extends Group {
  readonly need: number
  /** When the newest record was written. */
  readonly newest: number | undefined
}

/** The group of a kind, or two groups if some of its records are more urgent than the others. */
function groupsOf(kind: AnyKind, records: readonly NotesRecord[], itemsOf: ItemsOf): Ranked[] {
  const { need, first, early = Number.POSITIVE_INFINITY, urgent } = kind.recover
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
  if (urgent === undefined) return group(records, { need, first, early })
  return [
    ...group(records.filter(urgent.is), { need: urgent.need, first: 2, early: Number.POSITIVE_INFINITY }),
    ...group(
      records.filter(record => !urgent.is(record)),
      { need, first, early },
    ),
  ]
}

const timeOf = (record: NotesRecord): number | undefined =>
  record.kind === 'context' ? record.checkpoint?.at : 'at' in record ? record.at?.at : undefined

/** Archived decisions stand in for those of the log. */
const nameOf = ({ kind }: NotesRecord): KindName => (kind === 'archive' ? 'decision' : kind)

const itemMaker =
  (now: Date, handleOf: (record: NotesRecord) => string | undefined): ItemsOf =>
  (record, kind, place) =>
    kindOf(record)
      .recover.lines(record)
      .map(line => itemOf(record, kind, place, line, now, handleOf(record)))

/** What the record claims of the code, read when the item is shown. */
function claimsIn(record: NotesRecord): Pick<Item, 'claims'> {
  if (record.kind === 'decision') return { claims: () => claimsOf(record) }
  return record.kind === 'reference' ? { claims: () => [claimOf(record)] } : {}
}

function itemOf(
  record: NotesRecord,
  kind: KindName,
  rank: number,
  {
    label,
    place,
    title,
    date,
    isDated = false,
    text,
    more,
    brief,
    tail,
    isStory,
    isLater,
    most,
  }: RecoveryLine,
  now: Date,
  handle: string | undefined,
): Item {
  const { id, span } = record
  // Common case: one of our own labels, which hides nothing.
  const clean = /^[A-Z][a-z]+: $/.test(label) ? label : showText(label)
  const safe = handle === undefined ? clean : clean.replace(/: $/, ` ${handle}: `)
  const dated = date === undefined ? undefined : safe.replace(/: $/, ` (${shortDate(date, now)}): `)
  return {
    kind,
    span,
    place: rank,
    most: most ?? kindOf(record).recover.most,
    ...(id === undefined ? {} : { id }),
    ...(handle === undefined ? {} : { handle }),
    ...(title === undefined ? {} : { title: showLine(title) }),
    ...claimsIn(record),
    ...(place === undefined ? {} : { stands: true }),
    ...(brief === undefined ? {} : { brief: showLine(brief) }),
    ...(tail === undefined ? {} : { tail: showLine(tail) }),
    ...(isStory === undefined ? {} : { isStory }),
    ...(isLater === undefined ? {} : { isLater }),
    label: place !== undefined ? `${safe}${showLine(place)} ` : isDated && dated !== undefined ? dated : safe,
    ...(dated === undefined ? {} : { datedLabel: dated }),
    text: more === undefined ? showLine(text) : joinTitle(showLine(text), showLine(more)),
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 18`: four tokens instead of the seventeen of a timestamp. */
function shortDate({ text }: Timestamp, now: Date): string {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return showLine(text)
  return Number(year) === now.getFullYear() ? `${name} ${Number(day)}` : `${name} ${Number(day)} ${year}`
}

/** By how many milliseconds a log row must be newer than the state to say more about the present. */
const HALF_A_DAY = 43_200_000

/** Ranks before and after the active context. */
const [BEFORE_STATE, WAITS, AFTER_STATE] = [0, 0.5, 1.5]

/** Tokens of the newest log row beside a state or a next goal. */
const BESIDE = 25

/** The rank of a state that later work has overtaken: after the decisions. */
const OLDER = 8.5

/** The rank of goals that begin with `Next`. */
const NEXT_GOAL = 1.2

/**
 * Puts first where the work stopped: the newest active context, its prose, or the newest row of the log. A row that
 * is newer than the context leads.
 */
function withState(notes: Notes, groups: readonly Ranked[]): readonly Ranked[] {
  const state = groups.find(({ kind }) => kind === 'context')
  const nextGoal = groups.find(({ need }) => need === NEXT_GOAL)
  const ranked = groups.map(group =>
    group.kind === 'log' ? { ...group, ...rankOfLog(group, state, nextGoal) } : group,
  )
  const [first] = ranked.toSorted((one, other) => one.need - other.need)
  const said = first?.kind === 'context' || first?.kind === 'log' ? first.at(0) : []
  const newer =
    first === state && state !== undefined ? newerThan(notes, said.map(textOf).join(' ')) : undefined
  if (newer !== undefined) return overtaken(notes, ranked, newer, said)
  const hasNext = said.some(({ label, tail }) => tail !== undefined || label.startsWith('Next'))
  const next = hasNext || nextGoal !== undefined ? undefined : nextInProse(notes)
  return next === undefined
    ? ranked
    : [lineGroup(notes, 'Found', next, { need: AFTER_STATE, most: 30 }), ...ranked]
}

/**
 * Leads with the passage that is newer than the state, and with what that waits for. The state, and the blockers that
 * it names, are shown as older, after all that is still true.
 */
function overtaken(
  notes: Notes,
  groups: readonly Ranked[],
  newer: Span,
  state: readonly Item[],
): readonly Ranked[] {
  const held = state.flatMap(({ label, text }) =>
    label.startsWith('Blocked by') ? [text.toLowerCase()] : [],
  )
  const isOld = ({ title = '' }: Item): boolean =>
    held.some(text => text.includes(title.toLowerCase()) || title.toLowerCase().includes(text))
  const older = groups.flatMap(group => {
    if (group.kind === 'context')
      // The newer passage can be a context that has no date.
      return [asOlder(part(group, index => !overlap(group.spans[index]?.span, newer)))]
    if (group.kind !== 'blocker') return [group]
    return [
      part(group, index => !group.at(index).some(isOld)),
      asOlder(part(group, index => group.at(index).some(isOld))),
    ]
  })
  return [...passageGroups(notes, newer), ...older.filter(({ spans }) => spans.length > 0)]
}

const overlap = (one: Span | undefined, other: Span): boolean =>
  one !== undefined && one.start < other.end && other.start < one.end

/** The records of a group at some of its places. */
function part(group: Ranked, keep: (index: number) => boolean): Ranked {
  const kept = group.spans.flatMap((record, index) => (keep(index) ? [{ record, index }] : []))
  return {
    ...group,
    spans: kept.map(({ record }) => record),
    at: index => group.at(kept[index]?.index ?? -1),
  }
}

function asOlder(group: Ranked): Ranked {
  const old = ({ datedLabel, ...item }: Item): Item => ({
    ...item,
    label: `Older ${item.label.charAt(0).toLowerCase()}${item.label.slice(1)}`,
    place: OLDER,
    most: 15,
  })
  return { ...group, need: OLDER, first: 0, early: 1, at: changed(group, old) }
}

/** The passage, and the sentence of it that says what it waits for. */
function passageGroups(notes: Notes, newer: Span): readonly Ranked[] {
  const { text } = notes.document
  const held = heldIn(text.slice(newer.start, newer.end))
  if (held === undefined) return [lineGroup(notes, 'Newer', newer, { need: BEFORE_STATE, most: 64 })]
  const start = text.indexOf(held, newer.start)
  return [
    lineGroup(notes, 'Newer', newer, { need: BEFORE_STATE, most: 50 }),
    lineGroup(notes, 'Waits', { start, end: start + held.length }, { need: WAITS, most: 30 }),
  ]
}

/** Changes each item once: an item is shown again, longer, when it is the same object. */
function changed(group: Group, change: (item: Item) => Item): Group['at'] {
  const made: (readonly Item[])[] = []
  return index => {
    made[index] ??= group.at(index).map(change)
    return made[index]
  }
}

const textOf = ({ text }: Item): string => text

/** Quotes a passage of prose, with the number of its line. */
function lineGroup(
  { document }: Notes,
  name: string,
  span: Span,
  { need, most }: { readonly need: number; readonly most: number },
): Ranked {
  const passage = showPart(document.text, span).replaceAll(/^[ \t]*(?:[-*+>] |#+ )|\*\*/gm, '')
  const tail = nextStepIn(passage)
  const item: Item = {
    ...{ kind: 'context', span, text: showLine(passage), most },
    ...{ label: `${name}, L${document.lines.lineAt(span.start)}: `, place: need, isProse: true },
    ...(tail === undefined ? {} : { tail: showLine(tail) }),
  }
  return {
    ...{ kind: 'context', need, first: 1, early: 1, spans: [item], newest: undefined },
    at: index => (index === 0 ? [item] : []),
  }
}

function rankOfLog(log: Ranked, state: Ranked | undefined, nextGoal: Ranked | undefined): Partial<Ranked> {
  const isBeside = state !== undefined || nextGoal !== undefined
  const at = isBeside ? changed(log, item => ({ ...item, most: BESIDE })) : log.at
  if (state === undefined) return { need: BEFORE_STATE, first: 1, at }
  if (log.newest === undefined || (state.newest !== undefined && log.newest <= state.newest + HALF_A_DAY))
    return {}
  return { need: state.newest === undefined ? AFTER_STATE : BEFORE_STATE, first: 1, at }
}
