import { type Document, slice } from '../markdown/document.ts'
import { titleOf } from '../notes/find.ts'
import { kindOf, type NotesRecord } from '../notes/kinds.ts'
import { showLine, showText } from '../safety/show-text.ts'

/** A record on one line: what it is called and what it says. */
export function oneLiner(record: NotesRecord): string {
  const id = record.id === undefined ? '' : `${showLine(record.id)} `
  return `${id}${showLine(kindOf(record).recover.summary?.(record) ?? titleOf(record))}`
}

/** A record with all that it says: as it stands in the file, or its cells, where the columns' names are far away. */
export function wholeRecord(document: Document, record: NotesRecord): string {
  const source = showText(slice(document, record.span).replaceAll(/\r\n?/g, '\n')).trim()
  if (!source.startsWith('|')) return source
  const cells = (kindOf(record).recover.cells?.(record) ?? []).filter(cell => cell !== undefined)
  return [oneLiner(record), ...cells.map(showLine)].join(' | ')
}
