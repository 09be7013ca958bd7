import { applyEdits, type Edit } from '../../markdown/edit.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { decisionColumns } from '../../notes/decision/decision-lines.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type Columns, type NamedTable, readTables } from '../../notes/text/rows.ts'
import { chooseSection, planSection } from '../plan/choose-section.ts'
import { above, below, intoTable, isFollowed, standardHeadOf, type TableHead } from '../plan/write-lines.ts'
import { refused } from '../verify.ts'
import type { Moving, Written } from './archive-print.ts'
import { foldedSprint } from './sprint-heading.ts'

export const standardHead = standardHeadOf('archive')

/** The archive section for decisions without a dated section of their own. */
export function archiveIn(notes: Notes): Section | undefined {
  const { document, recordsOf } = notes
  // Leaves out the sections of a folded sprint: its decisions belong with the rest of the sprint.
  const sections = notes.sections.filter(
    ({ parent }) => parent === undefined || foldedSprint(notes, parent) === undefined,
  )
  const chosen = chooseSection({ document, recordsOf, sections }, 'decision-archive')?.section
  if (chosen === undefined || chosen.at === undefined) return chosen
  return sections.find(({ kind, at, heading }) => kind === 'decision-archive' && !at && heading !== undefined)
}

/** Adds an archive section to the file if it lacks one, in the form of the profile. */
export function withArchive(notes: Notes, options: ReadOptions): Notes {
  if (archiveIn(notes) !== undefined) return notes
  const edit = planSection(notes, 'decision-archive')
  return readNotes(applyEdits(notes.document.text, [edit]), { ...options, profile: notes.profile })
}

export function tablesIn(
  notes: Notes,
  section: Section,
  columns: Columns<string> = decisionColumns,
): NamedTable<string>[] {
  return readTables(notes.document.text, section.blocks, columns)
}

/** Maps the start offset of each row to its table. */
export function tablesByRow(
  notes: Notes,
  records: readonly NotesRecord[],
  columns: Columns<string> = decisionColumns,
): Map<number, NamedTable<string>> {
  const found = new Map<number, NamedTable<string>>()
  for (const section of new Set(records.map(record => record.section)))
    for (const part of [section, ...section.entries])
      for (const table of readTables(notes.document.text, part.blocks, columns))
        for (const { span } of table.rows) found.set(span.start, table)
  return found
}

/** The header of a table. Undefined for loose rows, unless they have the standard columns. */
export function headOf(
  { document }: Notes,
  table: NamedTable<string>,
  standard: TableHead = standardHead,
): TableHead | undefined {
  const { block, names } = table
  if (block !== undefined)
    return { names, head: document.text.slice(block.header.span.start, block.delimiter.end) }
  return sameNames(names, standard.names) ? standard : undefined
}

export const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** Adds the moved decisions to a file that has an archive, in the order that the file uses. */
export function putIn(notes: Notes, moving: readonly Moving[], newest: boolean): string {
  const written = moving.map(one => one.written)
  const own = written.filter(({ as }) => as === 'section')
  const rest = written.filter(({ as }) => as !== 'section')
  const section = archiveIn(notes)
  if (rest.length > 0 && section === undefined) throw refused('there is no Decision Archive')
  const edits = section === undefined || rest.length === 0 ? [] : planRest(notes, section, rest, newest)
  const texts = own.map(({ text }) => text)
  return applyEdits(notes.document.text, [
    ...edits,
    ...(own.length === 0 ? [] : [planSections(notes, texts, newest)]),
  ])
}

/** Adds records to the top or bottom of a section. Rows join the table with the same columns. */
export function planRest(
  notes: Notes,
  section: Section,
  written: readonly Written[],
  newest: boolean,
  known?: Columns<string>,
): Edit[] {
  const { text } = notes.document
  const edits: Edit[] = []
  const last = section.blocks.at(-1)
  const anchor = last?.span ?? section.heading?.span ?? section.span
  const glued = last === undefined || last.type === 'comment'
  const tables = tablesIn(notes, section, known)
  const rows = written.filter(one => one.as === 'row')
  for (const [columns, group] of groupBy(rows, ({ table }) => JSON.stringify(table.names))) {
    const texts = group.map(one => one.text)
    const there = tables.filter(({ names }) => JSON.stringify(names) === columns).at(newest ? 0 : -1)
    if (there !== undefined) edits.push(intoTable(text, there, texts, newest))
    else {
      const gap = glued && edits.length === 0 ? [] : ['']
      const head = group[0]?.table.head ?? ''
      edits.push(below(text, anchor, [...gap, head, ...texts, ...(isFollowed(text, anchor) ? [''] : [])]))
    }
  }
  const bullets = written.filter(({ as }) => as === 'bullet').map(one => one.text)
  const list = section.blocks.findLast(({ type }) => type === 'list')
  if (bullets.length > 0 && list !== undefined && newest) edits.push(above(text, list.span, bullets))
  else if (bullets.length > 0) {
    const gap = list !== undefined || (glued && edits.length === 0) ? [] : ['']
    edits.push(below(text, list?.span ?? anchor, [...gap, ...bullets]))
  }
  const entries = written.filter(({ as }) => as === 'entry').flatMap(one => ['', one.text])
  const [firstEntry, lastEntry] = [section.entries[0], section.entries.at(-1)]
  if (entries.length > 0 && newest && firstEntry !== undefined)
    edits.push(above(text, firstEntry.span, [...entries.slice(1), '']))
  else if (entries.length > 0) {
    const span = lastEntry?.span ?? anchor
    edits.push(below(text, span, [...entries, ...(isFollowed(text, span) ? [''] : [])]))
  }
  return edits
}

/** Adds dated sections above the dated sections of the archive, or at the end of the file. */
function planSections({ document, sections }: Notes, texts: readonly string[], newest: boolean): Edit {
  const { text } = document
  const first = sections.find(({ kind, at }) => kind === 'decision-archive' && at !== undefined)
  if (newest && first !== undefined)
    return above(
      text,
      first.span,
      texts.flatMap(one => [one, '']),
    )
  const end = text.trimEnd().length
  return below(
    text,
    { start: end, end },
    texts.flatMap(one => ['', one]),
  )
}
