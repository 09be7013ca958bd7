import type { Block, Item, List, Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import type { DecisionDraft } from '../../notes/kinds/decision.ts'
import { type Draft, type NotesRecord, writingOf } from '../../notes/kinds.ts'
import type { Notes } from '../../notes/notes.ts'
import type { ProfileName } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import { descent } from '../../notes/state/newest.ts'
import { isNothing, type NamedTable, readTables } from '../../notes/text/rows.ts'
import { bulletText, cellValues } from '../intent.ts'
import {
  above,
  below,
  intoTable,
  isFollowed,
  markerIn,
  printEntry,
  printNewRow,
  printTableRow,
  replaceMarker,
  standardHeadOf,
} from './write-lines.ts'

/** Adds drafts of one kind to a section, in its shape and order. */
export function planAdd(notes: Notes, section: Section, drafts: readonly Draft[]): readonly Edit[] {
  const [first] = drafts
  if (first === undefined) throw new RangeError('Nothing to add')
  const { columns } = writingOf(first.kind)
  const home: Home = {
    kind: first.kind,
    notes,
    section,
    text: notes.document.text,
    records: notes.recordsOf(section).filter(({ kind }) => kind === first.kind),
    tables: readTables(notes.document.text, section.blocks, columns),
    lists: section.blocks.filter(block => block.type === 'list'),
  }
  const dated = addDatedSections(home, drafts)
  if (dated !== undefined) return [dated]
  const newest = isNewestFirst(home.records, notes.profile)
  const edit = addTo(home, newest ? [...drafts].reverse() : drafts, newest)
  // With its first record, the section is no longer empty: remove the marker that says it is.
  const said = home.records.length === 0 ? markerIn(home.text, section.blocks) : undefined
  return said === undefined ? [edit] : replaceMarker(home.text, said, edit)
}

function addTo(home: Home, ordered: readonly Draft[], newest: boolean): Edit {
  switch (shapeOf(home, ordered)) {
    case 'row':
      return addRows(home, ordered, newest)
    case 'bullet':
      return addBullets(home, ordered, newest)
    case 'entry':
      return addEntries(home, ordered.filter(isDecision), newest)
    case 'paragraph':
      return addParagraphs(home, ordered, newest)
  }
}

interface Home {
  readonly kind: Draft['kind']
  readonly notes: Notes
  readonly section: Section
  readonly text: string
  /** Existing records of the kind. */
  readonly records: readonly NotesRecord[]
  readonly tables: readonly NamedTable<string>[]
  readonly lists: readonly List[]
}

const isDecision = (draft: Draft): draft is DecisionDraft =>
  draft.kind === 'decision' || draft.kind === 'archive'

function shapeOf(home: Home, drafts: readonly Draft[]): 'row' | 'bullet' | 'entry' | 'paragraph' {
  const { entries, tabular, fitsBullet } = writingOf(home.kind)
  const last = home.records.at(-1)
  if (last !== undefined && 'shape' in last) {
    if (last.shape === 'row') return 'row'
    // Evidence and scenarios are lists, for which a paragraph has no place.
    const isLine = isParagraph(home.section, last) && drafts.every(draft => isBrief(draft))
    if (last.shape === 'paragraph' && isLine) return 'paragraph'
    return last.shape === 'bullet' ? 'bullet' : 'entry'
  }
  if (last !== undefined && itemAt(home.lists, last.span) !== undefined) return 'bullet'
  if (home.tables.length > 0) return 'row'
  if (last?.kind === 'log' || isParagraph(home.section, last)) return 'paragraph'
  if (entries === true) return home.section.entries.length > 0 || home.lists.length === 0 ? 'entry' : 'bullet'
  const isTable =
    fitsBullet === undefined || home.notes.profile === 'sam' || drafts.some(draft => !fitsBullet(draft))
  return tabular && isTable && home.lists.length === 0 ? 'row' : 'bullet'
}

/** Is the record a paragraph and nothing else? */
const isParagraph = ({ blocks }: Section, record: NotesRecord | undefined): boolean =>
  blocks.some(
    ({ type, span }) =>
      type === 'paragraph' && span.start === record?.span.start && span.end === record.span.end,
  )

const isBrief = (draft: Draft): boolean =>
  !isDecision(draft) || (draft.evidence.length === 0 && draft.scenarios.length === 0)

/** In a `dated` file, decisions without two different dates count as newest first, unless they are rows. */
export function isNewestFirst(records: readonly NotesRecord[], profile: ProfileName): boolean {
  const order = descent(records)
  if (order !== 0) return order > 0
  return profile === 'dated' && records.some(record => 'shape' in record && record.shape !== 'row')
}

function addRows(home: Home, drafts: readonly Draft[], newest: boolean): Edit {
  const { text } = home
  const table = home.tables.at(newest ? 0 : -1)
  if (table === undefined) return addTable(home, drafts)
  const rows = drafts.map(draft => printTableRow(text, table, cellValues(draft, table.names)))
  return intoTable(text, table, rows, newest)
}

function addTable(home: Home, drafts: readonly Draft[]): Edit {
  const { names, head } = standardHeadOf(home.kind)
  const rows = drafts.map(draft => printNewRow(names, cellValues(draft, names)))
  return belowSection(home, [head, ...rows], 'table')
}

function addBullets(home: Home, drafts: readonly Draft[], newest: boolean): Edit {
  const { text, records, lists } = home
  const neighbours = records.map(({ span }) => itemAt(lists, span)).filter(item => item !== undefined)
  const list = lists.at(-1)
  const [first, last] = [neighbours[0], neighbours.at(-1) ?? list?.items.at(-1)]
  const isAbove = newest && first !== undefined
  const number = isAbove ? () => numberOf(text, first) : numberAfter(text, last, list)
  const style = bulletStyle(text, last, writingOf(home.kind).boxed === true)
  const lines = drafts.map((draft, index) => `${style(number(index))}${bulletText(draft)}`)
  if (isAbove) return above(text, first.span, lines)
  return last === undefined ? belowSection(home, lines, 'list') : below(text, last.span, lines)
}

/** Numbers new items after the last one of a numbered list. A list in which each number is 1 stays like that. */
function numberAfter(
  text: string,
  last: Item | undefined,
  list: List | undefined,
): (index: number) => number {
  if (last === undefined) return () => 1
  const before = list?.items[list.items.indexOf(last) - 1]
  const [number, other] = [numberOf(text, last), before === undefined ? 0 : numberOf(text, before)]
  return number === other ? () => number : index => number + 1 + index
}

const numberOf = (text: string, { marker }: Item): number =>
  Number.parseInt(text.slice(marker.start, marker.end), 10) || 1

/** Copies the indentation, marker, spaces and checkbox of the neighboring bullet, with a number of its own. */
function bulletStyle(
  text: string,
  neighbour: Item | undefined,
  wantsBox: boolean,
): (number: number) => string {
  if (neighbour === undefined) return () => (wantsBox ? '- [ ] ' : '- ')
  const mark = text.slice(neighbour.marker.start, neighbour.marker.end)
  const start = neighbour.task?.span.start ?? neighbour.blocks[0]?.span.start ?? neighbour.marker.end + 1
  const gap = text.slice(neighbour.marker.end, start).replace(/[^ ]/g, '') || ' '
  const indent = /[ \t]*$/.exec(text.slice(0, neighbour.marker.start))?.[0] ?? ''
  const boxed = neighbour.task !== undefined || (wantsBox && isNothing(text.slice(start, neighbour.span.end)))
  return number => `${indent}${mark.replace(/\d+/, String(number))}${gap}${boxed ? '[ ] ' : ''}`
}

/** Adds entries to a log of dated paragraphs, with a bold date if the others have one. */
function addParagraphs(home: Home, drafts: readonly Draft[], newest: boolean): Edit {
  const isBold = home.records.some(({ span }) => /^\*\*\d/.test(home.text.slice(span.start, span.start + 3)))
  const printed = drafts.map(bulletText).map(line => (isBold ? line.replace(/^\d\S+/, '**$&**') : line))
  return addBlocks(home, printed, newest ? home.records[0]?.span : undefined)
}

function addEntries(home: Home, drafts: readonly DecisionDraft[], newest: boolean): Edit {
  const { section, records } = home
  const dated = records.find(record => 'shape' in record && record.shape === 'section')
  const entries = drafts.map(draft => printEntry(section, draft, dated !== undefined).trimEnd())
  const first = dated?.span ?? section.entries[0]?.span
  return addBlocks(home, entries, newest || dated !== undefined ? first : undefined)
}

/** Adds blocks above the first one of their kind, or else at the end of the section. */
function addBlocks(home: Home, blocks: readonly string[], first: Span | undefined): Edit {
  const lines = blocks.flatMap((block, index) => (index === 0 ? [block] : ['', block]))
  return first === undefined ? belowSection(home, lines, 'entry') : above(home.text, first, [...lines, ''])
}

/**
 * In a file with a dated section for each event, adds a section for each decision of another day, next to the newest
 * section. Undefined in all other cases.
 */
function addDatedSections({ notes, section, text }: Home, drafts: readonly Draft[]): Edit | undefined {
  const { heading, at, kind } = section
  if (kind !== 'decision-log' || heading === undefined || at?.precision !== 'date' || !section.isNamed)
    return undefined
  const decisions = drafts.filter(isDecision).filter(draft => draft.at.slice(0, 10) !== at.text)
  if (decisions.length === 0 || decisions.length < drafts.length) return undefined
  const logs = notes.sections.filter(
    other => other.kind === kind && other.at?.at !== undefined && other.isNamed,
  )
  const [first, last] = [logs[0]?.at?.at ?? 0, logs.at(-1)?.at?.at ?? 0]
  const upwards = first >= last
  const printed = decisions.map(draft => printEntry(section, draft, true).trimEnd())
  const ordered = upwards ? printed.reverse() : printed
  return upwards
    ? above(
        text,
        heading.span,
        ordered.flatMap(entry => [entry, '']),
      )
    : below(
        text,
        section.span,
        ordered.flatMap(entry => ['', entry]),
      )
}

/** Appends to a section, with a blank line where Markdown needs one or readability calls for it. */
function belowSection(
  { section, text }: Home,
  lines: readonly string[],
  what: 'table' | 'list' | 'entry',
): Edit {
  const last = lastBlock(section)
  const span = last?.span ?? section.heading?.span ?? section.span
  const tight =
    last === undefined || last.type === 'comment' ? what !== 'entry' : what === 'list' && last.type === 'list'
  const trailing = what === 'entry' && isFollowed(text, span) ? [''] : []
  return below(text, span, [...(tight ? [] : ['']), ...lines, ...trailing])
}

function lastBlock(section: Section): Pick<Block, 'type' | 'span'> | undefined {
  const entry = section.entries.at(-1)
  return entry === undefined
    ? section.blocks.findLast(({ type }) => type !== 'rule')
    : { type: 'paragraph', span: entry.span }
}

function itemAt(lists: readonly List[], span: Span): Item | undefined {
  return lists.flatMap(({ items }) => items).find(item => item.span.start === span.start)
}
