import { type AnyKind, allKinds, type NotesRecord } from '../../notes/kinds.ts'
import type { SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import { encodeCell } from '../../notes/text/inline.ts'
import { isNothing, looksLikeRow, type NamedTable, readTables } from '../../notes/text/rows.ts'
import type { Unit } from '../../notes/units.ts'
import { holdsWords } from '../holds-words.ts'
import { bulletText, draftOf } from '../intent.ts'
import { standardNames } from '../plan/write-lines.ts'
import { isDelimiter, isEmptyRow, isHeader } from './furniture.ts'
import { capital, cellsOf, printDecision, withoutMarks } from './print.ts'

/** A record in the form that the protocol has for it. */
export type Form =
  | { readonly as: 'entry' | 'bullet'; readonly text: string }
  | { readonly as: 'row'; readonly cells: Cells; readonly table: NamedTable<string> | undefined }

export type Cells = Readonly<Record<string, string>>

/** The kind of record in each kind of section. */
const HELD: ReadonlyMap<string, AnyKind> = new Map(
  allKinds.flatMap(([, kind]) => Object.keys(kind.sections).map(section => [section, kind])),
)

/** Returns the printer for the records of a section; undefined for a section that holds the context. */
export const writingIn = ({ kind }: SectionShape): AnyKind['write'] => HELD.get(kind)?.write

/** A record with its lines and the lines right below them, such as a fence. */
export interface Glued extends Unit {
  readonly tail: string
}

export function glued(units: readonly Unit[]): readonly Glued[] {
  const found: Glued[] = []
  for (const unit of units) {
    const above = found.at(-1)
    const isBelow = above?.record !== undefined && unit.record === undefined && unit.lead === ''
    if (isBelow && !isRow(unit) && !isRow(above) && !/^\s*[-*+](?:\s|$)/.test(unit.text)) {
      const [tail, text] = [`${above.tail}\n${unit.text}`, `${above.text}\n${unit.text}`]
      found[found.length - 1] = { ...above, tail, text }
    } else found.push({ ...unit, tail: '' })
  }
  return found
}

const isRow = ({ text }: Unit): boolean => looksLikeRow(text, { start: 0, end: text.length })

interface Place {
  readonly table: NamedTable<string>
  readonly row: NamedTable<string>['rows'][number]
}

export type Places = ReadonlyMap<number, Place>

/** The rows of a section, by the offset at which they start. */
export function placesIn(
  text: string,
  { blocks }: Pick<Section, 'blocks'>,
  writing: AnyKind['write'],
): Places {
  const tables = writing === undefined ? [] : readTables(text, blocks, writing.columns)
  return new Map(tables.flatMap(table => table.rows.map(row => [row.span.start, { table, row }])))
}

/**
 * The protocol's form of a record. Undefined if it would lose a word. `above`: the former heading above a record that
 * becomes a heading itself.
 */
export function formOf(unit: Glued, shape: SectionShape, above: string, places: Places): Form | undefined {
  const { record, text, tail } = unit
  const writing = writingIn(shape)
  if (record === undefined || writing === undefined) return undefined
  const place = places.get(record.span.start)
  const source = withoutMarks(text, record)
  if ('shape' in record && writing.entries === true) {
    // A tag in front of a title belongs to no field: `[cycle-002] **Title.** text`.
    const tag = /\[[^\]\n]{1,60}\](?=\s*\*\*)/.exec(text)?.[0]
    for (const said of [above, ...(tag === undefined ? [] : [`${above && `${above}\n`}<!-- ${tag} -->`])]) {
      const printed = printDecision(record, shape.depth + 1, said) + tail
      if (holdsWords(source, printed)) return { as: 'entry', text: printed }
    }
    return undefined
  }
  if (shape.columns === undefined) return place && bulletOf(record, place, source)
  if (tail !== '' || /\n|<br>/.test(text)) return undefined
  if (place !== undefined)
    return Object.values(place.row.others).every(isNothing)
      ? { as: 'row', cells: rawCells(place, record.at?.text), table: place.table }
      : undefined
  const said = Object.entries(cellsOf(record, standardNames(writing)))
  const cells = Object.fromEntries(said.map(([name, value]) => [name, encodeCell(value)]))
  return holdsWords(source, Object.values(cells).join(' | '))
    ? { as: 'row', cells, table: undefined }
    : undefined
}

/** Returns cells as written, with the date from above if they lack one. */
function rawCells({ row }: Place, at = ''): Cells {
  const said = Object.entries(row.sources).filter(([, cell]) => cell !== '')
  const cells = said.map(([name, cell = '']) => [name, cell.replaceAll(/(?<!\\)\|/g, '\\|')])
  return { at, ...Object.fromEntries(cells) }
}

/** Prints a row as a bullet, with its other columns below it. */
function bulletOf(record: NotesRecord, { row }: Place, source: string): Form | undefined {
  const box = 'done' in record ? `[${record.done ? 'x' : ' '}] ` : ''
  const more = Object.entries({ ...row.sources, ...row.others })
    .filter(([name, value = '']) => name !== 'title' && !isNothing(value))
    .map(([name, value]) => `\n  - ${capital(name)}: ${value}`)
  const text = `- ${box}${bulletText(draftOf(record))}${more.join('')}`
  return holdsWords(source, text) ? { as: 'bullet', text } : undefined
}

/** Drops headers and empty rows of tables that have no rows left. */
export function withoutFurniture(
  { blocks }: Pick<Section, 'blocks'>,
  left: readonly Unit[],
): readonly Unit[] {
  const gone = new Set<Unit>()
  for (const { type, span } of blocks) {
    if (type !== 'table' && type !== 'paragraph') continue
    const lines = left.filter(({ start }) => start >= span.start && start < span.end)
    const rows = type === 'table' ? lines : lines.filter(isRow)
    const furniture = rows.filter(
      ({ text, record, start }) =>
        record === undefined &&
        (start === span.start || isDelimiter(text) || isEmptyRow(text) || isHeader(text)),
    )
    if (furniture.length === rows.length) for (const unit of furniture) gone.add(unit)
  }
  return left.filter(unit => !gone.has(unit))
}
