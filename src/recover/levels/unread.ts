import type { Span } from '../../markdown/block.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { showLine, showPart } from '../../safety/show-text.ts'
import { clip, joinBullets, withoutBold } from '../layout/clip.ts'
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
  const sections = unread(notes, hasState)
  if (sections.length === 0) return []
  const nameOf = ({ span, title }: Section): string =>
    `L${notes.document.lines.lineAt(span.start)} ${clip(showLine(title), MAX_NAME) ?? ''}`
  const itemAt = (place: number, span: Span, label: string, text: string, most = MOST): Item => ({
    ...{ kind: 'context', span, isProse: true, place, most, label, text },
  })
  const quoted = (place: number) => (section: Section) =>
    itemAt(place, section.span, `${nameOf(section)}: `, firstWords(notes, section), 2 * MOST)
  const state = hasState ? undefined : sections.find(({ title }) => PROMISES_STATE.test(title))
  const need = hasState ? WITH_STATE : WITHOUT_STATE
  const others = sections.filter(section => section !== state)
  return [
    ...(state === undefined ? [] : [aside(AS_STATE, 1, [state], quoted(AS_STATE))]),
    aside(need, hasState ? 0 : 1, others.slice(0, 1), ({ span }) =>
      itemAt(need, span, 'Sections: ', others.map(nameOf).join('; ')),
    ),
    aside(LAST, 0, others, quoted(LAST)),
  ]
}

/** The tokens of a heading. */
const MAX_NAME = 20

/** A group of lines without records. Each line is made when it is shown: most never are. */
export function aside<T extends { readonly span: Span }>(
  need: number,
  first: number,
  spans: readonly T[],
  make: (one: T) => Item,
): Ranked {
  const made: Item[] = []
  return {
    ...{ kind: 'context', need, first, early: first, isAside: true, newest: undefined, spans },
    at(index) {
      const one = spans[index]
      if (one === undefined) return []
      made[index] ??= make(one)
      return made.slice(index, index + 1)
    },
  }
}

/** Matches `Current issue: heap corruption` and `Progress so far`, but not `Status convention`. */
const PROMISES_STATE =
  /^(?!.*\b(?:conventions?|format|legend)\b).*\b(?:current|issue|mission|problem|state|status)\b/i

/** The outermost sections with text and no records. Beside a state, those with a date are history. */
function unread(notes: Notes, hasState: boolean): readonly Section[] {
  const candidates = notes.sections.filter(
    ({ kind, heading, date, span }) =>
      (kind === 'other' || (kind === 'active-context' && !hasState)) &&
      (date === undefined || !hasState) &&
      heading !== undefined &&
      span.end - heading.span.end > MIN_TEXT,
  )
  // Asked first, since reading the rest of the records takes time.
  if (candidates.length === 0) return []
  const read = new Set<Section>()
  for (const record of notes.records)
    for (let section: Section | undefined = record.section; section !== undefined; section = section.parent) {
      if (read.has(section)) break
      read.add(section)
    }
  const isOuter = ({ parent }: Section): boolean =>
    parent === undefined || parent.kind === 'title' || read.has(parent)
  return candidates.filter(section => !read.has(section) && isOuter(section))
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
    .replaceAll(/^[ \t]*(?:```|~~~).*$|^#+ /gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d+[.)]) /, '')
  return showLine(joinBullets(withoutBold(text)))
}

/** Maximum characters shown from a section. */
const MAX_WORDS = 600
