import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { showLine } from '../../safety/show-text.ts'
import type { Item } from './item.ts'
import type { Ranked } from './present-state.ts'

/** The rank after the goals and before the references; in a file with a state, after everything else. */
const [WITHOUT_STATE, WITH_STATE] = [6.5, 12]

/** The tokens for naming sections before other kinds have had their turn. */
const MOST = 24

/**
 * One line that names the sections without records, and their lines: `Sections: L29 Current Issue: heap corruption`.
 * What the reader does not understand is named, so that a session can look it up.
 */
export function unreadSections(notes: Notes, hasState: boolean): readonly Ranked[] {
  const sections = unread(notes)
  const [first] = sections
  if (first === undefined) return []
  const lineOf = ({ span }: Section): number => notes.document.lines.lineAt(span.start)
  const titles = sections.map(section => `L${lineOf(section)} ${showLine(section.title)}`)
  const need = hasState ? WITH_STATE : WITHOUT_STATE
  const item: Item = {
    ...{ kind: 'context', span: first.span, isProse: true, place: need, most: MOST },
    ...{ label: 'Sections: ', text: titles.join('; ') },
  }
  return [
    {
      ...{ kind: 'context', need, first: hasState ? 0 : 1, early: hasState ? 0 : 1, isAside: true },
      ...{ spans: [item], newest: undefined },
      at: index => (index === 0 ? [item] : []),
    },
  ]
}

/** The outermost sections with text and no records. */
function unread({ sections, records }: Notes): readonly Section[] {
  const read = new Set<Section>()
  for (const record of records)
    for (let section: Section | undefined = record.section; section !== undefined; section = section.parent) {
      if (read.has(section)) break
      read.add(section)
    }
  const isOuter = ({ parent }: Section): boolean =>
    parent === undefined || parent.kind === 'title' || read.has(parent)
  return sections.filter(
    section =>
      section.kind === 'other' &&
      section.heading !== undefined &&
      !read.has(section) &&
      isOuter(section) &&
      section.span.end - section.heading.span.end > MIN_TEXT,
  )
}

/** Fewer characters below a heading are not worth a look. */
const MIN_TEXT = 40
