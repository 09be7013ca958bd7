import type { Document, Span } from '../markdown/document.ts'
import type { Section } from './section.ts'

/** What every record has. `span` is the record's own source, without what stands around it. */
export interface RecordBase {
  readonly span: Span
  readonly section: Section
  readonly id?: string
  readonly title?: string
}

/** How a project writes its ids. */
export interface Conventions {
  readonly beadPrefixes: readonly string[]
  /** Templates; `idLength` reads them. */
  readonly debtIds: readonly string[]
}

export const DEFAULT_CONVENTIONS: Conventions = {
  beadPrefixes: ['bd', 'br', 'beads'],
  debtIds: ['TD-###'],
}

/** What a reader of records gets: a section, the text that it lies in, and how ids look. */
export interface Source {
  readonly document: Document
  readonly section: Section
  readonly conventions: Conventions
}

/** Drops what is undefined or empty, so that optional properties are there or not. */
export function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') found[name] = value
  return found as never
}
