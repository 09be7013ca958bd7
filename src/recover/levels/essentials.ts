import type { Block, Span } from '../../markdown/block.ts'
import { isStruck } from '../../notes/decision/decision-parts.ts'
import type { RecoveryLine } from '../../notes/kind.ts'
import { contextField } from '../../notes/kinds/context.ts'
import { joinTitle } from '../../notes/kinds/decision.ts'
import { type AnyKind, allKinds, type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { newestFirst } from '../../notes/newest.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import { closedElsewhere } from '../../notes/standing.ts'
import { readFields } from '../../notes/text/fields.ts'
import { nextStepIn } from '../../notes/text/next-step.ts'
import { isNothing } from '../../notes/text/rows.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Essentials, Group, Item } from './item.ts'

/** The content of level 1, from notes of any profile. Dates of another year than `now` say their year. */
export function essentialsOf(notes: Notes, now: Date): Essentials {
  const itemsOf = itemMaker(now)
  const closed = new Set(closedElsewhere(notes).map(({ record }) => record))
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
    groups: withState(notes, groups, now).toSorted((one, other) => one.need - other.need),
    contents() {
      contents ??= contentsOf(notes)
      return contents
    },
  }
}

/** The records that still matter: neither done nor superseded. The archive replaces an empty decision log. */
function recordsToShow(notes: Notes, name: KindName): readonly NotesRecord[] {
  // Older contexts are history.
  if (name === 'context') return [presentContext(notes)].filter(record => record !== undefined)
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
  (now: Date): ItemsOf =>
  (record, kind, place) =>
    kindOf(record)
      .recover.lines(record)
      .map(line => itemOf(record, kind, place, line, now))

function itemOf(
  record: NotesRecord,
  kind: KindName,
  rank: number,
  { label, place, title, date, isDated = false, text, more, brief, tail, most, claims }: RecoveryLine,
  now: Date,
): Item {
  const { id, span } = record
  // Common case: one of our own labels, which hides nothing.
  const safe = /^[A-Z][a-z]+: $/.test(label) ? label : showText(label)
  const dated = date === undefined ? undefined : safe.replace(/: $/, ` (${shortDate(date, now)}): `)
  return {
    kind,
    span,
    place: rank,
    most: most ?? kindOf(record).recover.most,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title: showLine(title) }),
    ...(claims === undefined ? {} : { claims }),
    ...(place === undefined ? {} : { stands: true }),
    ...(brief === undefined ? {} : { brief: showLine(brief) }),
    ...(tail === undefined ? {} : { tail: showLine(tail) }),
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
const [BEFORE_STATE, AFTER_STATE] = [0, 1.5]

/**
 * Puts first where the work stopped: the newest active context, its prose, or the newest row of the log. A row that
 * is newer than the context leads.
 */
function withState(notes: Notes, records: readonly Ranked[], now: Date): readonly Ranked[] {
  const groups = records.some(({ kind }) => kind === 'context')
    ? records
    : [...records, ...proseOf(notes, now)]
  const state = groups.find(({ kind }) => kind === 'context')
  return groups.map(group => (group.kind === 'log' ? { ...group, ...rankOfLog(group, state) } : group))
}

function rankOfLog(log: Ranked, state: Ranked | undefined): Partial<Ranked> {
  if (state === undefined) return { need: BEFORE_STATE, first: 1 }
  if (log.newest === undefined || (state.newest !== undefined && log.newest <= state.newest + HALF_A_DAY))
    return {}
  return { need: state.newest === undefined ? AFTER_STATE : BEFORE_STATE, first: 1 }
}

/** Active Context first: the prose of Session Continuity often explains how to use the file. */
const KINDS: readonly SectionKind[] = ['active-context', 'session-continuity']

/** The state of the work as prose, for files that have no context fields. */
function proseOf({ document: { text }, sections }: Notes, now: Date): Ranked[] {
  for (const kind of KINDS)
    for (const section of newestFirst(sections.filter(section => section.kind === kind))) {
      const span = firstProse(section)
      const words = span === undefined ? '' : text.slice(span.start, span.end)
      if (span === undefined || isNothing(words) || words.startsWith('|') || hasFields(text, span)) continue
      const said = showLine(words)
      if (said !== '' && !isStruck(words)) return [proseGroup(section, span, said, now)]
    }
  return []
}

function proseGroup({ at }: Section, span: Span, text: string, now: Date): Ranked {
  const { need, first, most } = kindOf({ kind: 'context' }).recover
  const tail = nextStepIn(text)
  const label = at === undefined ? 'State: ' : `State (${shortDate(at, now)}): `
  const item: Item = {
    ...{ kind: 'context', span, label, text, most, place: need, isProse: true },
    ...(tail === undefined ? {} : { tail }),
  }
  return {
    ...{ kind: 'context', need, first, early: first, spans: [item], newest: at?.at },
    at: index => (index === 0 ? [item] : []),
  }
}

/** The first run of paragraphs and lists. */
function firstProse({ blocks }: Section): Span | undefined {
  const first = blocks.findIndex(isProse)
  if (first < 0) return undefined
  let last = first
  while (isProse(blocks[last + 1])) last++
  const [from, to] = [blocks[first], blocks[last]]
  return from && to && { start: from.span.start, end: to.span.end }
}

const isProse = (block: Block | undefined): boolean => block?.type === 'paragraph' || block?.type === 'list'

const hasFields = (text: string, span: Span): boolean =>
  readFields(text, span, name => contextField(name) !== undefined).length > 0
