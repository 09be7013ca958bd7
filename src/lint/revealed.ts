import type { Span } from '../markdown/block.ts'
import type { Document } from '../markdown/document.ts'
import { lineEndAfter } from '../markdown/scan/leaf.ts'
import type { Notes } from '../notes/notes.ts'
import { bodies } from './bodies.ts'
import type { Finding } from './finding.ts'
import { looseRows } from './loose-rows.ts'

/**
 * Tells findings that a fix revealed from those that it caused. A revealed finding is about rows that existed before
 * but that no rule could read, being cut off from their table or with shifted cells; or it is about the section that
 * now contains such rows (their order, duplicates), on a line that existed before.
 */
export function revealed(before: Notes, after: Notes): (finding: Finding) => boolean {
  const hidden = new Set(misreadRows(before).map(span => lineAt(before.document, span.start)))
  if (hidden.size === 0) return () => false
  const lineOf = ({ start }: Span): string => lineAt(after.document, start)
  const sections = new Set(
    after.records.filter(({ span }) => hidden.has(lineOf(span))).map(({ section }) => section.span),
  )
  const known = new Set(before.document.text.split(/\r\n|\n|\r/).map(plain))
  return ({ span }) =>
    hidden.has(lineOf(span)) ||
    (known.has(lineOf(span)) &&
      [...sections].some(({ start, end }) => start <= span.start && span.start < end))
}

/** Rows that Markdown does not parse as part of a table, and rows with excess cells that it drops. */
function misreadRows(notes: Notes): readonly Span[] {
  const tables = bodies(notes)
    .flatMap(({ blocks }) => blocks)
    .filter(block => block.type === 'table')
  return [
    ...looseRows(notes).flatMap(({ lines }) => lines),
    ...tables.flatMap(({ header, rows }) =>
      rows.filter(({ cells }) => cells.length > header.cells.length).map(({ span }) => span),
    ),
  ]
}

function lineAt({ text, lines }: Document, at: number): string {
  const start = at - lines.place(at).column + 1
  return plain(text.slice(start, lineEndAfter(text, start)))
}

/** A row stays the same row when its pipes are escaped. */
const plain = (line: string): string => line.replaceAll('\\', '').trim()
