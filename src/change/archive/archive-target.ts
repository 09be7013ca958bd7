import { applyEdits } from '../../markdown/edit.ts'
import { decisionColumns } from '../../notes/decision/decision-lines.ts'
import type { NotesRecord } from '../../notes/kinds.ts'
import { type Notes, type ReadOptions, readNotes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { type Columns, type NamedTable, readTables } from '../../notes/text/rows.ts'
import { chooseSection, planSection } from '../plan/choose-section.ts'
import { standardHeadOf, type TableHead } from '../plan/print-entry.ts'
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
