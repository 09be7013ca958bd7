import { type Document, slice } from '../document/document.ts'
import type { NotesRecord } from '../protocol/notes.ts'
import { showLine, showText } from '../safety/show-text.ts'
import { decisionItem, lineItem, referenceItem } from './items.ts'

/** A record on one line: what it is called and what it says. */
export function oneLiner(record: NotesRecord): string {
  const id = record.id === undefined ? '' : `${showLine(record.id)} `
  return `${id}${wordsOf(record)}`
}

function wordsOf(record: NotesRecord): string {
  switch (record.kind) {
    case 'decision':
    case 'archive':
      return decisionItem({ ...record, at: record.at?.text, draft: false, claims: () => [] }).text
    case 'reference': {
      const { label, text } = referenceItem(record.identifier, record.purpose ?? '', record.span)
      return `${label.slice('Ref: '.length)}${text}`.trim()
    }
    case 'log':
      return showLine(
        `${[record.at?.text, record.agent].filter(part => part !== undefined).join(' ')}: ${record.summary}`,
      )
    case 'debt':
      return showLine(`${record.severity ?? record.severityText ?? ''} ${record.title}`)
    case 'context':
      return showLine(
        [record.bead?.id, record.bead?.title, record.state].filter(part => part !== undefined).join(' '),
      )
    default:
      return lineItem(record.kind, '', record.title, record.span).text
  }
}

/** A record with all that it says: as it stands in the file, or its cells, where the columns' names are far away. */
export function wholeRecord(document: Document, record: NotesRecord): string {
  const source = showText(slice(document, record.span).replaceAll(/\r\n?/g, '\n')).trim()
  return source.startsWith('|') ? [oneLiner(record), ...cellsOf(record).map(showLine)].join(' | ') : source
}

/** What a row says beyond its title. */
function cellsOf(record: NotesRecord): string[] {
  if (record.kind === 'debt') {
    const { file, line, foundBy, bead } = record
    const place = file === undefined ? line : line === undefined ? file : `${file}:${line}`
    return said(place, foundBy, bead)
  }
  if (record.kind !== 'decision' && record.kind !== 'archive') return []
  const { decision, rationale, decidedBy } = record
  return said(rationale, decidedBy).filter(part => part !== decision)
}

const said = (...parts: readonly (string | undefined)[]): string[] => parts.filter(part => part !== undefined)
