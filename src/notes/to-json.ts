import type { Document, Span } from '../markdown/document.ts'
import { kindOf, type NotesRecord } from './kinds.ts'
import { present } from './record.ts'
import type { Section } from './section.ts'

/** First and last line, both counted from 1 and included. */
export type Lines = readonly [from: number, to: number]

export interface SectionJson {
  readonly kind: string
  readonly title: string
  readonly lines: Lines
}

/** `{kind, id?, at?, title?, lines, ...fields}`: timestamps and places as they were written. */
export interface RecordJson {
  readonly kind: string
  readonly id?: string
  readonly at?: string
  readonly title?: string
  readonly lines: Lines
  readonly [field: string]: unknown
}

export function sectionToJson(document: Document, { kind, title, span }: Section): SectionJson {
  return { kind, title, lines: linesOf(document, span) }
}

export function recordToJson(document: Document, record: NotesRecord): RecordJson {
  const { kind, id, title } = record
  const at = 'at' in record ? record.at?.text : undefined
  return {
    kind,
    ...present({ id, at, title }),
    lines: linesOf(document, record.span),
    ...present(kindOf(record).json(record, document)),
  }
}

function linesOf(document: Document, span: Span): Lines {
  const { from, to } = document.lines.range(span)
  return [from, to]
}
