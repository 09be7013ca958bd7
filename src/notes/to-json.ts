import type { Document, Span } from '../markdown/document.ts'
import { kindOf, type NotesRecord } from './kinds.ts'
import { present } from './record.ts'
import type { Section } from './section.ts'

/** First and last line, 1-based and inclusive. */
export type Lines = readonly [from: number, to: number]

export interface SectionJson {
  readonly kind: string
  readonly title: string
  readonly lines: Lines
}

/** `{kind, handle?, id?, at?, title?, lines, ...fields}`. Timestamps and places are as written. */
export interface RecordJson {
  readonly kind: string
  /** A short name that stays the same as long as the words do, accepted wherever a record is named. */
  readonly handle?: string
  readonly id?: string
  readonly at?: string
  /** Set when `at` comes from a heading above, not from the record itself. */
  readonly dated?: 'heading'
  readonly title?: string
  readonly lines: Lines
  readonly [field: string]: unknown
}

export function sectionToJson(document: Document, { kind, title, span }: Section): SectionJson {
  return { kind, title, lines: linesOf(document, span) }
}

export function recordToJson(document: Document, record: NotesRecord, handle?: string): RecordJson {
  const { kind, id, title } = record
  const at = record.at?.text
  const dated = record.at?.inherited === true ? 'heading' : undefined
  return {
    kind,
    ...present({ handle, id, at, dated, title }),
    lines: linesOf(document, record.span),
    ...present(kindOf(record).json(record, document)),
  }
}

function linesOf(document: Document, span: Span): Lines {
  const { from, to } = document.lines.range(span)
  return [from, to]
}
