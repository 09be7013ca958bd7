import { recordsByHandle } from './handle.ts'
import { allKinds, type NotesRecord, sectionOf, titleOf } from './kinds.ts'
import type { Notes } from './notes.ts'
import type { Section } from './section.ts'
import { readHeadingName } from './section-kind.ts'
import { written } from './text/timestamp.ts'

/** The target of a query: sections of a kind or title, or records. */
export type Found =
  | { readonly what: 'sections'; readonly sections: readonly Section[] }
  | { readonly what: 'records'; readonly records: readonly NotesRecord[] }
  | { readonly what: 'nothing' }

/** Short names of section kinds, besides their headings. */
const KIND_WORDS: ReadonlyMap<string, Section['kind']> = new Map(
  allKinds.flatMap(([name, kind]) =>
    [name, ...(kind.words.short ?? [])].map(word => [word, sectionOf(kind)] as const),
  ),
)

/**
 * Finds by id, then handle, then timestamp, then line (`L42`), then section kind or title, then words of a record's
 * title.
 */
export function findInNotes(notes: Notes, query: string): Found {
  const wanted = query.trim().toLowerCase()
  const someOf = (found: readonly NotesRecord[]): Found | undefined =>
    found.length === 0 ? undefined : { what: 'records', records: found }
  const records = (test: (record: NotesRecord) => boolean): Found | undefined =>
    someOf(notes.records.filter(test))
  return (
    records(({ id }) => id?.toLowerCase() === wanted) ??
    someOf(recordsByHandle(notes, wanted)) ??
    records(record => written(record.at)?.text.toLowerCase() === wanted) ??
    records(({ span }) => `l${notes.document.lines.lineAt(span.start)}` === wanted) ??
    findSections(notes, wanted) ??
    records(record => titleOf(record).toLowerCase().includes(wanted)) ?? { what: 'nothing' }
  )
}

function findSections({ sections }: Notes, wanted: string): Found | undefined {
  const named = readHeadingName(wanted).kind
  const kind = KIND_WORDS.get(wanted) ?? (named === 'other' ? wanted : named)
  const byTitle = (test: (title: string) => boolean): Section[] =>
    sections.filter(({ title }) => title !== '' && test(title.toLowerCase()))
  const exact = byTitle(title => title === wanted)
  const ofKind = sections.filter(section => section.kind === kind)
  const close = byTitle(title => wanted.length > 2 && title.includes(wanted))
  const found = [exact, ofKind, close].find(candidates => candidates.length > 0)
  return found === undefined ? undefined : { what: 'sections', sections: found }
}

/** The time of a record: its own, or that of the nearest dated heading. */
export const timeOf = ({ at }: NotesRecord): string | undefined => at?.text

/** `done`, `superseded` or `draft`. Empty for a record that is open and in force. */
export function standingOf(record: NotesRecord): string {
  if ('status' in record && record.status !== 'in-force') return record.status
  return 'done' in record && record.done ? 'done' : ''
}
