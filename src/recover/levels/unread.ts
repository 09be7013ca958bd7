import type { Span } from '../../markdown/block.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { showLine, showPart } from '../../safety/show-text.ts'
import type { Item } from './item.ts'
import type { Ranked } from './present-state.ts'

/**
 * Ranks: in place of the state; between the goals and the references; after everything else. The names of the sections
 * have the second rank without a state, and the third with one. Their words come last.
 */
const [AS_STATE, WITHOUT_STATE, WITH_STATE, LAST] = [1, 6.5, 12, 13]

/** The tokens for a line before other kinds have had their turn. */
const MOST = 24

/**
 * The sections without records, which the reader does not understand: a line with their names, `Sections: L29 Current
 * issue`, and their first words. If no state is known and the name of a section promises one, its words come first.
 */
export function unreadSections(notes: Notes, hasState: boolean): readonly Ranked[] {
  // If there is a state, sections with a date are history.
  const sections = unread(notes).filter(({ date }) => !hasState || date === undefined)
  if (sections.length === 0) return []
  const lineOf = ({ span }: Section): number => notes.document.lines.lineAt(span.start)
  const state = hasState ? undefined : sections.find(({ title }) => PROMISES_STATE.test(title))
  const names = sections.map(section => `L${lineOf(section)} ${showLine(section.title)}`).join('; ')
  const need = hasState ? WITH_STATE : WITHOUT_STATE
  const words = (section: Section, place: number): Item => ({
    ...{ kind: 'context', span: section.span, isProse: true, place, most: 2 * MOST },
    ...{ label: `L${lineOf(section)} ${showLine(section.title)}: `, text: firstWords(notes, section) },
  })
  const named: Item = {
    ...{ kind: 'context', span: sections[0]?.span ?? { start: 0, end: 0 }, isProse: true },
    ...{ place: need, most: MOST, label: 'Sections: ', text: names },
  }
  const others = sections.filter(section => section !== state).map(section => words(section, LAST))
  return [
    ...(state === undefined ? [] : [group(AS_STATE, 1, [words(state, AS_STATE)])]),
    group(need, hasState ? 0 : 1, [named]),
    group(LAST, 0, others),
  ]
}

const group = (need: number, first: number, items: readonly Item[]): Ranked => ({
  ...{ kind: 'context', need, first, early: first, isAside: true, newest: undefined, spans: items },
  at: index => items.slice(index, index + 1),
})

/** Matches `Current issue: heap corruption` and `Progress so far`, but not `Status convention`. */
const PROMISES_STATE =
  /^(?!.*\b(?:conventions?|format|legend)\b).*\b(?:current|issue|mission|problem|state|status)\b/i

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
      (section.kind === 'other' || section.kind === 'active-context') &&
      section.heading !== undefined &&
      !read.has(section) &&
      isOuter(section) &&
      section.span.end - section.heading.span.end > MIN_TEXT,
  )
}

/** A section with fewer characters below its heading is not worth showing. */
const MIN_TEXT = 40

/** The first paragraphs and bullets of a section, on one line. */
function firstWords({ document, sections }: Notes, { span }: Section): string {
  const inside = sections.filter(section => section.span.start >= span.start && section.span.end <= span.end)
  const [first] = inside
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'paragraph' || type === 'list')
  if (first === undefined) return ''
  const from: Span = { start: first.span.start, end: Math.min(span.end, first.span.start + MAX_WORDS) }
  const text = showPart(document.text, from)
    .replaceAll(/\*\*|^[ \t]*(?:```|~~~).*$|^#+ /gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d+[.)]) /, '')
    .replaceAll(/([.:;,!?]?)\n+[ \t]*(?:[-*+]|\d+[.)]) /g, (_, end: string) => `${end || ';'} `)
  return showLine(text)
}

/** Maximum characters shown from a section. */
const MAX_WORDS = 600
