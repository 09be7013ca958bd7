import { applyEdits } from '../document/edit.ts'
import { type Notes, type ReadOptions, readNotes } from '../protocol/notes.ts'
import { decisionColumns } from '../protocol/records/decision-lines.ts'
import { type NamedTable, readTables } from '../protocol/rows.ts'
import type { Section } from '../protocol/section.ts'
import { planSection } from './add-section.ts'
import { chooseSection } from './choose-section.ts'
import { forms } from './forms.ts'
import { printTableHead } from './table-row.ts'

/** A table's columns, and the two lines that make one. */
export interface TableHead {
  readonly names: readonly string[]
  readonly head: string
}

export const standardHead: TableHead = {
  names: Object.keys(decisionColumns).slice(0, forms.archive.titles.length),
  head: printTableHead(forms.archive.titles),
}

/** The archive of a file, for what has no dated section of its own. */
export function archiveIn(notes: Notes): Section | undefined {
  const chosen = chooseSection(notes, 'decision-archive')?.section
  if (chosen === undefined || chosen.at === undefined) return chosen
  return notes.sections.find(
    ({ kind, at, heading }) => kind === 'decision-archive' && !at && heading !== undefined,
  )
}

export interface MoveOptions extends ReadOptions {
  readonly template: string
}

/** The same file with an archive, made as the profile has it. */
export function withArchive(notes: Notes, options: MoveOptions): Notes {
  if (archiveIn(notes) !== undefined) return notes
  const edit = planSection(notes, 'decision-archive', options.template)
  return readNotes(applyEdits(notes.document.text, [edit]), { ...options, profile: notes.profile })
}

export function tablesIn(notes: Notes, section: Section): NamedTable<string>[] {
  return readTables(notes.document.text, section.blocks, decisionColumns)
}

/** Undefined for rows that no table holds, unless their columns are the usual ones. */
export function headOf({ document }: Notes, table: NamedTable<string>): TableHead | undefined {
  const { block, names } = table
  if (block !== undefined)
    return { names, head: document.text.slice(block.header.span.start, block.delimiter.end) }
  return sameNames(names, standardHead.names) ? standardHead : undefined
}

export const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
