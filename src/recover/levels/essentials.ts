import { claimsIn } from '../../evidence/verify.ts'
import type { RecoveryLine } from '../../notes/kind.ts'
import { type AnyKind, allKinds, type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { type Notes, recordsOfKind } from '../../notes/notes.ts'
import { joinTitle } from '../../notes/record.ts'
import { sessionOf } from '../../notes/section.ts'
import { newestFirst } from '../../notes/state/newest.ts'
import { calledDone, presentContexts } from '../../notes/state/standing.ts'
import type { Timestamp } from '../../notes/text/timestamp.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { joinBullets, withoutBold } from '../layout/clip.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Essentials, Item } from './item.ts'
import { type Ranked, withState } from './present-state.ts'
import { aside, unreadSections } from './unread.ts'

/**
 * Returns the content of level 1, from notes of any profile. A date includes its year unless that is the year of `now`.
 * `handleOf` returns the handles to show; level 1 has no room for them.
 */
export function essentialsOf(
  notes: Notes,
  now: Date,
  handleOf: (record: NotesRecord) => string | undefined = () => undefined,
): Essentials {
  const itemsOf = itemMaker(notes.document.text, now, handleOf)
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
    groups:
      groups.length === 0 ? [] : withAsides(notes, groups).toSorted((one, other) => one.need - other.need),
    contents() {
      contents ??= contentsOf(notes)
      return contents
    },
  }
}

/** Adds what is newer than the state, and the names of sections without records. */
function withAsides(notes: Notes, groups: readonly Ranked[]): readonly Ranked[] {
  const hasState = groups.some(({ kind }) => kind === 'context' || kind === 'log')
  return [
    ...withState(notes, groups),
    ...(groups.some(({ kind, newest }) => kind === 'context' || (kind === 'log' && newest !== undefined))
      ? []
      : finishedPlan(notes)),
    ...unreadSections(notes, hasState),
  ]
}

/** Tells that a plan is done, if nothing else tells where the work stands: a list of ticked boxes has no open goal. */
function finishedPlan(notes: Notes): readonly Ranked[] {
  const goals = recordsOfKind(notes, 'goal')
  const [first] = goals
  if (first === undefined || goals.length < MIN_PLAN || !goals.every(({ done }) => done)) return []
  const text = `all ${goals.length} goals are done`
  return [
    aside(1, 1, [first], ({ span }) => ({
      ...{ kind: 'context', span, isProse: true, place: 1, most: 20, label: 'State: ', text },
    })),
  ]
}

/** Fewer ticked boxes are no plan. */
const MIN_PLAN = 3

/** The records that still matter: neither done nor superseded. The archive replaces an empty decision log. */
function recordsToShow(notes: Notes, name: KindName): readonly NotesRecord[] {
  // Older contexts are history.
  if (name === 'context') return presentContexts(notes)
  const isLoose = notes.profile === 'loose'
  const records = inOrder(name, recordsOfKind(notes, name).filter(matters), isLoose)
  return name === 'decision' && records.length === 0
    ? inOrder(name, recordsOfKind(notes, 'archive').filter(matters), isLoose)
    : records
}

const matters = (record: NotesRecord): boolean =>
  !('done' in record && record.done) && !('status' in record && record.status === 'superseded')

function inOrder(kind: KindName, records: readonly NotesRecord[], isLoose: boolean): readonly NotesRecord[] {
  if (kindOf({ kind }).recover.asWritten === true) return records
  const sorted = newestFirst(records)
  const isOneDay = timeOf(sorted[0]) === timeOf(sorted.at(-1))
  if (timeOf(sorted[0]) !== undefined && !(isLoose && isOneDay)) return sorted
  // If no record has a date, the numbers in `## Session 2` and `## Session 1` show which is newer.
  if (records.some(({ section }) => sessionOf(section) > 0))
    return sorted.toSorted((one, other) => sessionOf(other.section) - sessionOf(one.section))
  if (!isLoose || kind === 'log') return sorted
  // People list these by weight in free notes. Of the other kinds, the first one is often the main one, and the last one
  // the newest: the commands append.
  return kindOf({ kind }).recover.byWeight === true
    ? records
    : [...records.slice(0, 1), ...records.slice(1).toReversed()]
}

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

const timeOf = (record: NotesRecord | undefined): number | undefined =>
  record === undefined
    ? undefined
    : record.kind === 'context'
      ? (record.checkpoint ?? record.at)?.at
      : 'at' in record
        ? record.at?.at
        : undefined

/** Archived decisions stand in for those of the log. */
const nameOf = ({ kind }: NotesRecord): KindName => (kind === 'archive' ? 'decision' : kind)

const itemMaker =
  (source: string, now: Date, handleOf: (record: NotesRecord) => string | undefined): ItemsOf =>
  (record, kind, place) =>
    kindOf(record)
      .recover.lines(record)
      .map(line => itemOf(record, kind, place, withItems(line, record, source), now, handleOf(record)))

/** Adds what stands below an item that only introduces it, such as `Fix the tests:`, or a heading; and open steps. */
function withItems(line: RecoveryLine, { kind, span, title }: NotesRecord, source: string): RecoveryLine {
  const { text } = line
  const start = source.slice(span.start, Math.min(span.end, span.start + MAX_TITLE))
  const isIntroduction = (text.endsWith(':') || TITLE_ONLY.test(start)) && text.startsWith(title ?? '')
  const isHeading = text === title && line.more === undefined && source[span.start] === '#'
  const isPlan = kind === 'goal' && text === title
  if (kind === 'context' || !(isIntroduction || isHeading || isPlan)) return line
  const below = source
    .slice(span.start, Math.min(span.end, span.start + MAX_BELOW))
    .split('\n')
    .slice(1)
  const pattern = isIntroduction ? OPEN_BULLET : isHeading ? WORDS : OPEN_BOX
  const found = below.flatMap(words => pattern.exec(words)?.[1]?.trim() ?? [])
  const items = isHeading && !isIntroduction ? found.slice(0, 1) : found
  if (items.length === 0) return line
  const more = line.more === text ? undefined : line.more
  return { ...line, text: `${text.replace(/:$/, '')}: ${items.join('; ')}`, more }
}

/** Matches the line of a bullet that is no more than a title in bold, perhaps with a remark: `- **Settings** (incoming):`. */
const TITLE_ONLY = /^(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?\*\*[^*\n]+\*\*:?[ \t]*(?:\([^)\n]*\))?:?[ \t]*\n/i
const MAX_TITLE = 200

/** Matches a nested bullet that is not done. */
const OPEN_BULLET = /^\s+(?:[-*+]|\d+[.)])\s+(?!\[x\]|[✅✓☑✔]|~~)(?:\[ \]\s+)?(.+)/i

/** Matches a nested step that is not ticked. */
const OPEN_BOX = /^\s+(?:[-*+]|\d+[.)])\s+\[ \]\s+(.+)/

/** Matches a line of text, without its bullet; not a heading, a fence, a table or a rule. */
const WORDS = /^\s*(?:[-*+] |\d+[.)] )?((?![#|<>]|```|~~~|---)\S.*)/

/** Maximum length of an item with what stands below it. */
const MAX_BELOW = 2_000

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

const said = (text: string): string =>
  showLine(joinBullets(withoutBold(text.replace(/^(\(why: )?[-*+] /, '$1'))))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 18`: four tokens instead of the seventeen of a timestamp. */
function shortDate({ text }: Timestamp, now: Date): string {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return showLine(text)
  return Number(year) === now.getFullYear() ? `${name} ${Number(day)}` : `${name} ${Number(day)} ${year}`
}
