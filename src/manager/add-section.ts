import type { Edit } from '../document/edit.ts'
import { lineEndAfter, lineStartBefore } from '../document/leaf.ts'
import { type Notes, readNotes } from '../protocol/notes.ts'
import { profiles, type SectionShape } from '../protocol/profile.ts'
import type { Section } from '../protocol/section.ts'
import type { SectionKind } from '../protocol/section-kind.ts'

/** The edit that puts a missing section where the profile has it. A file in `sam` gets it as the template has it. */
export function planSection(notes: Notes, kind: SectionKind, template: string): Edit {
  const { outline } = profiles[notes.profile]
  const at = outline.findIndex(shape => shape.kind === kind)
  const own = outline[at] ?? profiles.sam.outline.find(shape => shape.kind === kind) ?? named(kind)
  const inside = own.depth === 3 && parentOf(notes) === undefined ? { ...own, depth: 2 } : own
  const body = notes.profile === 'sam' ? fromTemplate(kind, template) : undefined
  const lines = body ?? `${'#'.repeat(inside.depth)} ${inside.title}`
  const next = at < 0 ? undefined : following(notes, outline.slice(at + 1), inside.depth)
  if (next !== undefined) return before(notes, next, lines)
  // What the profile does not have goes to the end; below Session Continuity, where that holds such sections.
  const before_ =
    at >= 0
      ? preceding(notes, outline.slice(0, at), inside.depth)
      : inside.depth === 3
        ? parentOf(notes)
        : undefined
  return after(notes, before_, lines)
}

const named = (kind: SectionKind): SectionShape => ({
  kind,
  title:
    kind === 'learnings'
      ? 'Learnings'
      : `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`,
  depth: 2,
})

const parentOf = ({ sections }: Notes): Section | undefined =>
  sections.find(({ kind, depth, at }) => kind === 'session-continuity' && depth === 2 && at === undefined)

function fromTemplate(kind: SectionKind, template: string): string | undefined {
  const { document, sections } = readNotes(template)
  const section = sections.find(candidate => candidate.kind === kind)
  return section === undefined ? undefined : document.text.slice(section.span.start, section.span.end)
}

function following(notes: Notes, shapes: readonly SectionShape[], depth: number): Section | undefined {
  for (const shape of shapes) {
    if (shape.depth < depth) return undefined
    const found = notes.sections.find(section => section.kind === shape.kind && section.depth === depth)
    if (found !== undefined) return found
  }
  return undefined
}

function preceding(notes: Notes, shapes: readonly SectionShape[], depth: number): Section | undefined {
  for (const shape of shapes.toReversed()) {
    const found = notes.sections.find(section => section.kind === shape.kind && section.depth <= depth)
    if (found !== undefined) return found
  }
  return undefined
}

function before({ document }: Notes, section: Section, lines: string): Edit {
  const at = lineStartBefore(document.text, section.span.start)
  return { span: { start: at, end: at }, text: `${lines}\n\n` }
}

/** Below a section with all that belongs to it, or at the end of the file. */
function after({ document }: Notes, section: Section | undefined, lines: string): Edit {
  const { text } = document
  const end = section?.span.end ?? text.trimEnd().length
  const at = lineEndAfter(text, end)
  return { span: { start: at, end: at }, text: `${text.trim() === '' ? '' : '\n\n'}${lines}` }
}
