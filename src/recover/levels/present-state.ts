import type { Span } from '../../markdown/block.ts'
import { partWeight } from '../../markdown/tokens.ts'
import type { Notes } from '../../notes/notes.ts'
import { newerThan, nextInProse, overtakenContexts, stemsIn } from '../../notes/state/standing.ts'
import { heldIn, nextStepIn } from '../../notes/text/next-step.ts'
import { showLine, showPart } from '../../safety/show-text.ts'
import { withoutBold } from '../layout/clip.ts'
import type { Group, Item } from './item.ts'

/** A group and its place in the order of need. */
export interface Ranked extends Group {
  readonly need: number
  /** When the newest record was written. */
  readonly newest: number | undefined
}

/** Milliseconds by which a log row must be newer than the state to say more about the present. */
const HALF_A_DAY = 43_200_000

/** Ranks before and after the active context. */
const [BEFORE_STATE, WAITS, AFTER_STATE, AFTER_DECISIONS] = [0, 0.5, 1.5, 3.5]

/** Tokens of the newest log row beside a state or a next goal. */
const BESIDE = 25

/** The rank of a state that later work has overtaken: after the decisions. */
const OLDER = 8.5

/** The rank of goals that begin with `Next`. */
const NEXT_GOAL = 1.2

/**
 * Puts first the record that says where the work stopped: the newest active context, its prose, or the newest row of
 * the log. A row that is newer than the context comes before it.
 */
export function withState(notes: Notes, all: readonly Ranked[]): readonly Ranked[] {
  const groups = all.map(group => (group.kind === 'context' ? withoutRepeats(group) : group))
  const state = groups.find(({ kind }) => kind === 'context')
  const planned = groups.find(({ need }) => need === NEXT_GOAL)
  const isOver = planned !== undefined && newerThan(notes, planned.at(0).map(textOf).join(' ')) !== undefined
  const nextGoal = isOver ? undefined : planned
  const ranked = groups.map(group =>
    group.kind === 'log'
      ? { ...group, ...rankOfLog(group, state, nextGoal) }
      : isOver && group === planned
        ? asOlder(group)
        : group,
  )
  const [first] = ranked.toSorted((one, other) => one.need - other.need)
  const said = first?.kind === 'context' || first?.kind === 'log' ? first.at(0) : []
  const newer =
    first === state && state !== undefined
      ? newerThan(notes, said.map(textOf).join(' '), state.newest)
      : undefined
  if (newer !== undefined) return overtaken(notes, withNewest(ranked, newer), newer, said)
  const left = overtakenContexts(notes).flatMap(({ blockedBy }) =>
    blockedBy === undefined ? [] : [blockedBy],
  )
  const held = first === state ? waitOf(notes, said) : []
  const isNext = ({ label, tail }: Item): boolean => tail !== undefined || label.startsWith('Next')
  const hasNext =
    said.some(isNext) || (state?.spans.some((_, index) => state.at(index).some(isNext)) ?? false)
  const found = hasNext || nextGoal !== undefined ? undefined : nextInProse(notes, state?.newest)
  const newest = first?.kind === 'log' ? first.spans.slice(0, 2) : []
  const next = newest.some(({ span }) => overlap(span, found ?? { start: 0, end: 0 })) ? undefined : found
  return [
    ...held,
    ...(next === undefined ? [] : [lineGroup(notes, 'Found', next, { need: AFTER_STATE, most: 30 })]),
    ...withOlderBlockers(ranked, left),
  ]
}

/**
 * Some files keep the state in two sections, such as Current Focus and Session Continuity. Anything that the second one
 * repeats comes after everything else that matters.
 */
function withoutRepeats(group: Ranked): Ranked {
  const at = (index: number): readonly Item[] => {
    const items = group.at(index)
    if (index === 0 || items.length === 0) return items
    const before = new Set(
      Array.from({ length: index }, (_, one) => group.at(one))
        .flat()
        .flatMap(wordsOf),
    )
    return items.map(item => (repeats(item, before) ? { ...item, isLater: true as const } : item))
  }
  return { ...group, at: cached(at) }
}

/** Are two thirds of an item's words among `words`? */
function repeats(item: Item, words: ReadonlySet<string>): boolean {
  const own = wordsOf(item)
  return own.length > 0 && own.filter(word => words.has(word)).length >= own.length * 0.65
}

const wordsOf = ({ text }: Item): readonly string[] => stemsIn(text)

/** Ranks the log first if its newest row is the newer passage. */
const withNewest = (groups: readonly Ranked[], newer: Span): readonly Ranked[] =>
  groups.map(group =>
    group.kind === 'log' && overlap(group.spans[0]?.span, newer)
      ? { ...group, need: BEFORE_STATE, first: 1 }
      : group,
  )

/** Quotes the sentence of a state that says what the work waits for, if the state is too long to be shown in full. */
function waitOf(notes: Notes, state: readonly Item[]): readonly Ranked[] {
  const long = state.find(({ label, text, most }) => label.startsWith('State') && partWeight(text) > most)
  if (long === undefined || state.some(({ label }) => label.startsWith('Blocked by'))) return []
  return waitIn(notes, spanOf(notes, long), AFTER_STATE)
}

/** Finds the span of a long state by the first characters of its text, since its bold marks have been removed. */
function spanOf({ document }: Notes, { span, text }: Item): Span {
  const start = document.text.indexOf(text.slice(0, 16), span.start)
  return start < 0 || start > span.end ? span : { start, end: span.end }
}

/** Quotes the sentence of a passage that says what the work waits for. */
function waitIn(notes: Notes, { start, end }: Span, need: number): readonly Ranked[] {
  const { text } = notes.document
  const held = heldIn(text.slice(start, end))
  if (held === undefined) return []
  const at = text.indexOf(held, start)
  // In `The PR waits for this table`, only the sentence before it says which table.
  const from = /\b(?:this|that|these|those)\b/i.test(held) ? sentenceBefore(text, start, at) : at
  const span = { start: from, end: at + held.length }
  return [lineGroup(notes, 'Waits', span, { need, most: from === at ? 30 : 45, isStory: true })]
}

/** The start of the sentence before the one at `at`, in the same paragraph. */
function sentenceBefore(text: string, start: number, at: number): number {
  const before = text.slice(start, at).trimEnd()
  const end = Math.max(before.lastIndexOf('\n\n'), before.slice(0, -1).search(/[.!?]\s[^.!?]*$/))
  return end < 0 ? at : start + end + 1
}

/**
 * Shows the newer passage first, then what the work waits for. The overtaken state, and the blockers it names, come
 * after everything that still holds, labeled as older.
 */
function overtaken(
  notes: Notes,
  groups: readonly Ranked[],
  newer: Span,
  state: readonly Item[],
): readonly Ranked[] {
  const held = state.flatMap(({ label, text }) => (label.startsWith('Blocked by') ? [text] : []))
  const older = withOlderBlockers(groups, held).flatMap(group =>
    group.kind === 'context'
      ? // The newer passage can be a context that has no date.
        [asOlder(part(group, index => !overlap(group.spans[index]?.span, newer)))]
      : [group],
  )
  const isTold = groups.some(({ need, kind }) => kind === 'log' && need === BEFORE_STATE)
  return [...(isTold ? [] : passageGroups(notes, newer)), ...older.filter(({ spans }) => spans.length > 0)]
}

/** Adds the label `Older` to the blockers that an overtaken state names. */
function withOlderBlockers(groups: readonly Ranked[], held: readonly string[]): readonly Ranked[] {
  if (held.length === 0) return groups
  // `Redis 7.4 on staging (ops)` and `Redis 7.4 on staging (asked 2026-02-17)` are one blocker.
  const plain = (text: string): string => text.toLowerCase().replace(/(?<=\S)\s+\([^)]*\)[.\s]*$/, '')
  const named = held.map(plain)
  const isOld = ({ title = '' }: Item): boolean =>
    named.some(text => text.includes(plain(title)) || plain(title).includes(text))
  return groups.flatMap(group =>
    group.kind !== 'blocker'
      ? [group]
      : [
          part(group, index => !group.at(index).some(isOld)),
          asOlder(part(group, index => group.at(index).some(isOld))),
        ].filter(({ spans }) => spans.length > 0),
  )
}

const overlap = (one: Span | undefined, other: Span): boolean =>
  one !== undefined && one.start < other.end && other.start < one.end

/** Returns a group with only the records whose index passes `keep`. */
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

/** Tokens of a newer passage, together with the sentence that says what the work waits for. */
const MAX_OVERTAKEN = 80

/** Quotes the newer passage and, on a line of its own, the sentence in it that says what the work waits for. */
function passageGroups(notes: Notes, newer: Span): readonly Ranked[] {
  const waits = waitIn(notes, newer, WAITS)
  const beside = waits.reduce((sum, group) => sum + (group.at(0)[0]?.most ?? 0), 0)
  return [
    lineGroup(notes, 'Newer', newer, {
      need: BEFORE_STATE,
      most: beside === 0 ? 64 : MAX_OVERTAKEN - beside,
    }),
    ...waits,
  ]
}

const changed = (group: Group, change: (item: Item) => Item): Group['at'] =>
  cached(index => group.at(index).map(change))

/** Makes each item once: a later round replaces the line of an item only if the item is the same object. */
function cached(make: Group['at']): Group['at'] {
  const made: (readonly Item[])[] = []
  return index => {
    made[index] ??= make(index)
    return made[index]
  }
}

const textOf = ({ text }: Item): string => text

/** Quotes a passage of prose, with the number of its line. */
function lineGroup(
  { document }: Notes,
  name: string,
  span: Span,
  { need, ...look }: { readonly need: number } & Pick<Item, 'most' | 'isStory'>,
): Ranked {
  const passage = withoutBold(showPart(document.text, span)).replaceAll(/^[ \t]*(?:[-*+>] |#+ )/gm, '')
  const tail = nextStepIn(passage)
  const item: Item = {
    ...{ kind: 'context', span, text: showLine(passage), ...look },
    ...{ label: `${name}, L${document.lines.lineAt(span.start)}: `, place: need, isProse: true },
    tail: tail && showLine(tail),
  }
  return {
    ...{ kind: 'context', need, first: 1, early: 1, spans: [item], newest: undefined },
    at: index => (index === 0 ? [item] : []),
  }
}

function rankOfLog(log: Ranked, state: Ranked | undefined, nextGoal: Ranked | undefined): Partial<Ranked> {
  const isBeside = state !== undefined || nextGoal !== undefined
  const at = isBeside ? changed(log, item => ({ ...item, most: BESIDE })) : log.at
  const leads = {
    need: BEFORE_STATE,
    first: 1,
    at: changed({ ...log, at }, item => ({ ...item, place: BEFORE_STATE })),
  }
  // Without a date, the rows of `Recent changes` say less about the present than the next steps do.
  const isStory = log.newest === undefined && log.at(0).every(({ tail }) => tail === undefined)
  if (state === undefined)
    return isStory && nextGoal !== undefined ? { need: AFTER_STATE, first: 1, at } : leads
  // When the state has no date, a row that names no next step comes after the decisions.
  if (state.newest === undefined && log.at(0).every(({ tail }) => tail === undefined))
    return { need: AFTER_DECISIONS, first: 1, at }
  if (log.newest === undefined || (state.newest !== undefined && log.newest <= state.newest + HALF_A_DAY))
    return {}
  return state.newest === undefined ? { need: AFTER_STATE, first: 1, at } : leads
}
