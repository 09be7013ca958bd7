import type { Edit } from '../../markdown/edit.ts'
import { isNamed } from '../../notes/decision/dated-decisions.ts'
import { type Notes, readNotes } from '../../notes/notes.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import { readHeadingName, type SectionKind } from '../../notes/section-kind.ts'
import { notesTemplate } from '../notes-template.ts'
import { above, below } from './write-lines.ts'

/** The section for a kind of record, and a remark about the choice for the user. */
export interface Choice {
  readonly section: Section
  readonly note?: string
}

type Readable = Pick<Notes, 'document' | 'sections' | 'recordsOf'>

/** Chooses the newest of several dated sections, else the one with records. Undefined if there is none. */
export function chooseSection(notes: Readable, kind: SectionKind): Choice | undefined {
  const named = notes.sections.filter(
    section => section.kind === kind && section.heading !== undefined && isNamed(section),
  )
  const own = named.filter(section => !isCommon(section) && !isDiary(notes, section))
  const able = own.length > 0 ? own : unnamed(notes, kind, named)
  const candidates = preferred(preferred(able, hasKnownName), ({ title }) => !SOMEDAY.test(title))
  const [only, ...others] = candidates
  if (only === undefined || others.length === 0) return only === undefined ? undefined : { section: only }
  const dated = candidates.filter(({ date }) => date?.at !== undefined)
  const [newest] = dated.toSorted((a, b) => (b.date?.at ?? 0) - (a.date?.at ?? 0))
  if (newest !== undefined && dated.length === candidates.length) return { section: newest }
  const filled = candidates.filter(section => hasRecords(notes, section))
  const chosen = newestOf(notes, filled) ?? only
  const line = notes.document.lines.lineAt(chosen.span.start)
  const which =
    filled.length > 1 ? `${filled.length} sections hold such records; used the newest,` : undefined
  return {
    section: chosen,
    note: `${which ?? `${candidates.length} sections could hold this; used`} "${chosen.title}" at line ${line}`,
  }
}

/**
 * The sections to use if no heading names just this kind. For a log: sections of dated lines or paragraphs, such as
 * below `# Ralph's diary`. For the context: a Status or Next that holds fields.
 */
const unnamed = (notes: Readable, kind: SectionKind, named: readonly Section[]): readonly Section[] =>
  kind === 'session-log'
    ? notes.sections
        .filter(({ kind, isPart }) => kind === 'session-log' && !isPart)
        .filter(section => hasRecords(notes, section))
    : named.filter(section => hasFields(notes, section))

const hasRecords = ({ recordsOf }: Readable, section: Section): boolean => recordsOf(section).length > 0

/** The sections that pass, or all of them if none does. */
function preferred(sections: readonly Section[], passes: (section: Section) => boolean): readonly Section[] {
  const found = sections.filter(passes)
  return found.length > 0 ? found : sections
}

/** Is the heading a standard name? `## Log` is one; `## Incidents` merely suggests a log. */
const hasKnownName = ({ title }: Section): boolean => readHeadingName(title).kind !== 'other'

/** Titles of sections that hold ideas rather than current work. */
const SOMEDAY =
  /\b(?:backlog|carried (?:forward|over)|ideas?|later|maybe|parking lot|recommendations?|someday|wish ?list)\b/i

/** The section with the latest date, in its records or above them. The last one in the file if none has a date. */
function newestOf(notes: Readable, sections: readonly Section[]): Section | undefined {
  const latest = (section: Section): number =>
    notes.recordsOf(section).reduce((most, { at }) => Math.max(most, at?.at ?? 0), section.date?.at ?? 0)
  return sections.toSorted((a, b) => latest(a) - latest(b)).at(-1)
}

/** Is the heading a common one, such as `## Status` or `## Next`, which may contain anything about the work? */
const isCommon = ({ kind, title }: Section): boolean =>
  kind === 'active-context' && readHeadingName(title).isCommon

/** Does the section hold a context in dated paragraphs? Bold words in them are not fields, so none can be set. */
const isDiary = (notes: Readable, section: Section): boolean =>
  section.kind === 'active-context' &&
  notes
    .recordsOf(section)
    .some(record => record.kind === 'context' && record.isProse === true && record.checkpoint !== undefined)

/** Does the section hold the context as fields? If it is prose, fields go into an Active Context instead. */
const hasFields = (notes: Readable, section: Section): boolean =>
  notes.recordsOf(section).some(record => record.kind === 'context' && record.isProse !== true)

/** Inserts a missing section where the profile has it. With the profile `sam`, copies it from the template. */
export function planSection(notes: Notes, kind: SectionKind): Edit {
  const { outline } = profiles[notes.profile]
  const at = outline.findIndex(shape => shape.kind === kind)
  const own = outline[at] ?? profiles.sam.outline.find(shape => shape.kind === kind) ?? named(kind)
  const inside = own.depth === 3 && parentOf(notes) === undefined ? { ...own, depth: 2 } : own
  const body = notes.profile === 'sam' ? fromTemplate(kind) : undefined
  const lines = body ?? `${'#'.repeat(inside.depth)} ${inside.title}`
  const next = at < 0 ? undefined : following(notes, outline.slice(at + 1), inside.depth)
  const { text } = notes.document
  if (next !== undefined) return above(text, next.span, [lines, ''])
  // Sections unknown to the profile go to the end, or below Session Continuity if the protocol has them there.
  const last =
    at >= 0
      ? preceding(notes, outline.slice(0, at), inside.depth)
      : inside.depth === 3
        ? parentOf(notes)
        : undefined
  const end = { start: text.trimEnd().length, end: text.trimEnd().length }
  return text.trim() === '' ? { span: end, text: lines } : below(text, last?.span ?? end, ['', lines])
}

const named = (kind: SectionKind): SectionShape => ({
  kind,
  title: `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`,
  depth: 2,
})

const parentOf = ({ sections }: Notes): Section | undefined =>
  sections.find(({ kind, depth, at }) => kind === 'session-continuity' && depth === 2 && at === undefined)

function fromTemplate(kind: SectionKind): string | undefined {
  const { document, sections } = readNotes(notesTemplate)
  const section = sections.find(candidate => candidate.kind === kind)
  return section === undefined ? undefined : document.text.slice(section.span.start, section.span.end)
}

function following(notes: Notes, shapes: readonly SectionShape[], depth: number): Section | undefined {
  for (const shape of shapes) {
    if (shape.depth < depth) return undefined
    const found = notes.sections.find(
      ({ kind, heading, depth: own }) => kind === shape.kind && heading !== undefined && own === depth,
    )
    if (found !== undefined) return found
  }
  return undefined
}

function preceding(notes: Notes, shapes: readonly SectionShape[], depth: number): Section | undefined {
  for (const shape of shapes.toReversed()) {
    const found = notes.sections.find(
      ({ kind, heading, depth: own }) => kind === shape.kind && heading !== undefined && own <= depth,
    )
    if (found !== undefined) return found
  }
  return undefined
}
