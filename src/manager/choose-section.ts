import { NotesError } from '../error.ts'
import { isNamed } from '../protocol/dated-decisions.ts'
import type { Notes } from '../protocol/notes.ts'
import type { Section } from '../protocol/section.ts'
import type { SectionKind } from '../protocol/section-kind.ts'

/** The section for a kind of record, and what a person should know about the choice. */
export interface Choice {
  readonly section: Section
  readonly note?: string
}

type Readable = Pick<Notes, 'document' | 'sections' | 'recordsOf'>

/** Of several, the newest dated one, else the one that has records. Undefined when there is none. */
export function chooseSection(notes: Readable, kind: SectionKind): Choice | undefined {
  const candidates = notes.sections.filter(
    section => section.kind === kind && section.heading !== undefined && isNamed(section),
  )
  const [only, ...others] = candidates
  if (only === undefined || others.length === 0) return only === undefined ? undefined : { section: only }
  const dated = candidates.filter(({ at }) => at?.at !== undefined)
  const [newest] = dated.toSorted((a, b) => (b.at?.at ?? 0) - (a.at?.at ?? 0))
  if (newest !== undefined && dated.length === candidates.length) return { section: newest }
  const filled = candidates.filter(section => notes.recordsOf(section).length > 0)
  const [first = only, ...rivals] = filled
  if (rivals.some(({ title }) => title === first.title)) throw ambiguous(notes, filled)
  const line = notes.document.lines.lineAt(first.span.start)
  return {
    section: first,
    note: `${candidates.length} sections could hold this; used "${first.title}" at line ${line}`,
  }
}

function ambiguous({ document }: Readable, sections: readonly Section[]): NotesError {
  const places = sections.map(({ span }) => `line ${document.lines.lineAt(span.start)}`).join(' and ')
  return new NotesError(
    'ambiguous',
    `"${sections[0]?.title}" stands ${sections.length} times with records in it, at ${places}`,
    'Move the records under one of them and remove the other heading',
    ...(sections[1] === undefined ? [] : [{ span: sections[1].span }]),
  )
}
