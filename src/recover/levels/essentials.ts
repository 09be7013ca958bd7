import type { Block, Span } from '../../markdown/block.ts'
import { isStruck } from '../../notes/decision/decision-parts.ts'
import type { RecoveryLine } from '../../notes/kind.ts'
import { contextField, currentContexts } from '../../notes/kinds/context.ts'
import { type DecisionRecord, joinTitle } from '../../notes/kinds/decision.ts'
import { allKinds, type KindName, kindOf, type NotesRecord } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, recordsOfKind } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import type { SectionKind } from '../../notes/section-kind.ts'
import { readFields } from '../../notes/text/fields.ts'
import { isNothing } from '../../notes/text/rows.ts'
import { showLine, showText } from '../../safety/show-text.ts'
import { LAST_DECISIONS, newestFirst } from '../read/newest.ts'
import type { Outline } from '../read/outline.ts'
import { ownPart } from '../read/outline.ts'
import { type ReadPart, readParts, readWhole } from '../read/read-part.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { Essentials, Group, Item, ItemKind } from './item.ts'

/** The kinds in order of need. Without the archive, which replaces the log if that is empty. */
const BY_NEED = allKinds
  .filter(([name]) => name !== 'archive')
  .toSorted(([, one], [, other]) => one.recover.need - other.recover.need)

/** The content of level 1, from notes of any profile. */
export function essentialsOf(notes: Notes): Essentials {
  const groups = (isLesser: boolean): Group[] =>
    BY_NEED.filter(([, { recover }]) => (recover.lesser === true) === isLesser).map(([name]) =>
      groupOf(notes, name),
    )
  const needed = groups(false)
  const hasDecisions = needed.some(({ kind, items }) => kind === 'decision' && items.length > 0)
  let contents: Contents | undefined
  return {
    // Decisions say enough. Without any, there is room for the other kinds.
    groups: hasDecisions ? needed : [...needed, ...groups(true)],
    contents() {
      contents ??= contentsOf(notes)
      return contents
    },
  }
}

function groupOf(notes: Notes, kind: KindName): Group {
  if (kind === 'decision')
    return decisionGroup(recordsOfKind(notes, 'decision'), recordsOfKind(notes, 'archive'))
  const records: readonly NotesRecord[] =
    kind === 'context' ? currentContexts(recordsOfKind(notes, kind)) : recordsOfKind(notes, kind)
  if (kind === 'context' && records.length === 0) return { kind, items: contextProse(notes) }
  const open = records.filter(record => !('done' in record && record.done))
  const items = open.flatMap(record => itemsOf(record))
  return { kind, items: kindOf({ kind }).recover.reversed === true ? items.reverse() : items }
}

function decisionGroup(log: readonly DecisionRecord[], archive: readonly DecisionRecord[]): Group {
  const inForce = newestFirst(log).filter(({ status }) => status !== 'superseded')
  // If the log has no decisions in force, use those of the archive.
  const chosen =
    inForce.length > 0 ? inForce : newestFirst(archive).filter(({ status }) => status !== 'superseded')
  const last = chosen.slice(0, LAST_DECISIONS)
  const older = chosen.slice(LAST_DECISIONS)
  const group = { kind: 'decision', items: last.flatMap(record => itemsOf(record, 'decision')) } as const
  return older.length === 0 ? group : { ...group, rest: { count: older.length, span: around(older) } }
}

function around(records: readonly { readonly span: Span }[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { span } of records) {
    start = Math.min(start, span.start)
    end = Math.max(end, span.end)
  }
  return { start, end }
}

/** The lines of a record. */
const itemsOf = (record: NotesRecord, kind: ItemKind = record.kind): Item[] =>
  kindOf(record)
    .recover.lines(record)
    .map(line => itemOf(record, kind, line))

function itemOf({ id, span }: NotesRecord, kind: ItemKind, line: RecoveryLine): Item {
  const { place, title, date, text, more, claims } = line
  // Common case: one of our own labels, which hides nothing.
  const label = /^[A-Z][a-z]+: $/.test(line.label) ? line.label : showText(line.label)
  return {
    kind,
    span,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title: showLine(title) }),
    ...(date === undefined ? {} : { date: showLine(date) }),
    ...(claims === undefined ? {} : { claims }),
    ...(place === undefined ? {} : { stands: true }),
    label: place === undefined ? label : `${label}${showLine(place)} `,
    text: more === undefined ? showLine(text) : joinTitle(showLine(text), showLine(more)),
  }
}

export interface Level1Source {
  readonly essentials: Essentials
  readonly lineAt: (offset: number) => number
}

/** Reads the content of level 1. */
export const readEssentials = (text: string, options: ReadOptions): Level1Source =>
  fromPart(readWhole(text, options))

/** Reads only the context, with the same result as from the whole file. The file must have no conflicts. */
export function readContextItems(
  text: string,
  outline: readonly Outline[],
  options: ReadOptions,
): readonly Item[] {
  const needed = outline.filter(
    ({ section: { kind } }) => kind === 'session-continuity' || kind === 'active-context',
  )
  const { groups } = fromPart(readParts(text, needed.flatMap(ownPart), options)).essentials
  return groups.find(({ kind }) => kind === 'context')?.items ?? []
}

/** Moves spans from the part to the original file. */
export function fromPart({ notes, placeOf, lineAt, damage }: ReadPart): Level1Source {
  const essentials = essentialsOf(notes)
  const place = (group: Group): Group => ({
    ...group,
    items: group.items.map(item => ({ ...item, span: placeOf(item) })),
    ...(group.rest === undefined ? {} : { rest: { ...group.rest, span: placeOf(group.rest) } }),
  })
  const groups = essentials.groups.map(place)
  return { essentials: { ...essentials, groups, ...(damage === undefined ? {} : { damage }) }, lineAt }
}

/** Active Context first: the prose of Session Continuity often explains how to use the file. */
const KINDS: readonly SectionKind[] = ['active-context', 'session-continuity']

/** The state of the work as prose, for files that have no context fields. */
function contextProse({ document: { text }, sections }: Notes): Item[] {
  for (const kind of KINDS)
    for (const section of sections.filter(section => section.kind === kind)) {
      const span = proseOf(section)
      const words = span === undefined ? '' : text.slice(span.start, span.end)
      if (span === undefined || isNothing(words) || words.startsWith('|') || hasFields(text, span)) continue
      const said = showLine(words)
      if (said !== '' && !isStruck(words))
        return [{ kind: 'context', span, label: 'State: ', text: said, isProse: true }]
    }
  return []
}

/** The first run of paragraphs and lists. */
function proseOf({ blocks }: Section): Span | undefined {
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
