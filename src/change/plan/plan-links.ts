import { NotesError } from '../../error.ts'
import type { Edit } from '../../markdown/edit.ts'
import { becomesBead, type Linkable, type RecordOf, writingOf } from '../../notes/kinds.ts'
import type { Notes, NotesRecord } from '../../notes/notes.ts'
import { encodeText } from '../../notes/text/inline.ts'
import type { NamedTable } from '../../notes/text/rows.ts'
import type { Intent } from '../intent.ts'
import { selectRecord } from '../select.ts'
import type { Changing } from './plan.ts'
import { cellOf, fillCell, planAnnotation, rowOf, wordsEnd } from './plan-change.ts'

type LinkIntent = Extract<Intent, { do: 'link' }>
type Linked = RecordOf<Linkable>

interface Links {
  readonly edits: readonly Edit[]
  readonly changing: readonly Changing[]
}

/** Writes bead ids to records. One plan for all of them, since a new column changes every row of its table. */
export function planLinks(notes: Notes, { kind, where, links }: LinkIntent): Links {
  const edits: Edit[] = []
  const changing = new Map<NotesRecord, Changing>()
  const wide = new Map<number, { readonly table: NamedTable<string>; readonly beads: Map<Linked, string> }>()
  for (const { which, bead } of links) {
    const record = selectRecord(notes, kind, which)
    if (record.bead === bead) continue
    changing.set(record, { target: record, expected: linked(record, bead) })
    if (!('bead' in writingOf(kind).columns)) {
      edits.push(...planAnnotation(notes, record, 'bead', bead))
      continue
    }
    const { row, table } = rowOf(notes, record) ?? {}
    const cell = row?.places.bead
    if (cell !== undefined) edits.push(fillCell(notes, cell, bead))
    else if (where === 'column' && table?.block !== undefined) {
      const entry = wide.get(table.span.start) ?? { table, beads: new Map() }
      entry.beads.set(record, bead)
      wide.set(table.span.start, entry)
    } else edits.push(afterTitle(notes, record, bead))
  }
  for (const { table, beads } of wide.values()) {
    edits.push(...widen(notes, table, beads))
    for (const record of rowsOf(notes, table))
      if (!changing.has(record))
        changing.set(record, { target: record, expected: linked(record, record.bead) })
  }
  return { edits, changing: [...changing.values()] }
}

const linked =
  (record: Linked, bead: string | undefined) =>
  (found: NotesRecord): boolean =>
    found.kind === record.kind &&
    becomesBead(found) &&
    found.id === record.id &&
    found.bead === bead &&
    found.done === record.done &&
    found.title.startsWith(record.title)

function afterTitle(notes: Notes, record: Linked, bead: string): Edit {
  const at = cellOf(notes, record, 'title')?.end ?? wordsEnd(notes, record)
  return { span: { start: at, end: at }, text: ` (${encodeText(bead)})` }
}

const rowsOf = ({ records }: Notes, { rows }: NamedTable<string>): readonly Linked[] =>
  records.filter(becomesBead).filter(record => rows.some(({ span }) => span.start === record.span.start))

/** Adds a `Bead` column at the right of a table: a cell in the header, the delimiter row and every row. */
function widen(
  { document: { text, lines } }: Notes,
  { block, span }: NamedTable<string>,
  beads: ReadonlyMap<Linked, string>,
): Edit[] {
  if (block === undefined) return []
  const count = block.header.cells.length
  const odd = block.rows.find(({ cells }) => cells.length !== count)
  if (odd !== undefined)
    throw new NotesError(
      'not-written',
      `Line ${lines.lineAt(odd.span.start)} has ${odd.cells.length} cells where its table has ${count}, so no Bead column can be added`,
      'Fix the row (`notes lint` shows where), or set beads.idIn to inline',
      { span },
    )
  const ids = new Map([...beads].map(([record, bead]) => [record.span.start, bead]))
  const length = block.header.span.end - block.header.span.start
  const isPadded = block.rows.every(row => row.span.end - row.span.start === length)
  const width = isPadded ? Math.max('Bead'.length, ...[...beads.values()].map(bead => bead.length)) : 0
  const cell = ({ start, end }: Edit['span'], content: string): Edit => {
    const closed = text[end - 1] === '|'
    return {
      span: { start: end, end },
      text: closed ? `${content}|` : `${/\s$/.test(text.slice(start, end)) ? '' : ' '}|${content.trimEnd()}`,
    }
  }
  return [
    cell(block.header.span, ` ${'Bead'.padEnd(width)} `),
    cell(block.delimiter, '-'.repeat(Math.max('Bead'.length, width) + 2)),
    ...block.rows.map(row => cell(row.span, ` ${(ids.get(row.span.start) ?? '').padEnd(width)} `)),
  ]
}
