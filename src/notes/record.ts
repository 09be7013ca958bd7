import type { Document, Span } from '../markdown/document.ts'
import type { Conventions } from './conventions.ts'
import type { Section } from './section.ts'
import type { Timestamp } from './text/timestamp.ts'

/** Fields of every record. `span` covers the record's own source only. */
export interface RecordBase {
  readonly span: Span
  readonly section: Section
  readonly id?: string
  readonly title?: string
  /** The time that the record itself gives, or else that of the nearest dated heading, marked `inherited`. */
  readonly at?: Timestamp
}

/** Input of a record reader. */
export interface Source {
  readonly document: Document
  readonly section: Section
  readonly conventions: Conventions
}

/** Drops undefined and empty values, so that optional properties are either set or absent. */
export function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') found[name] = value
  return found as never
}

/** Joins title and decision. In a row or bullet without a title of its own, the two are the same. */
export function joinTitle(title: string, text = ''): string {
  if (text === '' || title === '' || text.startsWith(title)) return text || title
  return '.:?!'.includes(title.charAt(title.length - 1)) ? `${title} ${text}` : `${title}: ${text}`
}
