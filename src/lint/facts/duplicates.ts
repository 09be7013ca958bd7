import type { Block, Span } from '../../markdown/block.ts'
import type { Document } from '../../markdown/document.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { oncePer } from '../../markdown/once-per.ts'
import type { Notes } from '../../notes/notes.ts'
import type { Section } from '../../notes/section.ts'
import { hasProtocolName, outline, plainName } from './outline.ts'

/** The section that a duplicate repeats, and whether the duplicate is empty. */
export interface Duplicate {
  readonly kept: Section
  readonly empty: boolean
}

/**
 * All sections except parts and duplicates. Duplicates have a rule of their own. Where a protocol section exists under
 * its protocol name, another section of that kind, such as `Dependencies`, is the author's own and is left out too.
 */
export const distinctSections = oncePer((notes: Notes): readonly Section[] => {
  const again = duplicates(notes)
  const named = new Set(notes.sections.filter(hasProtocolName).map(({ kind }) => kind))
  return notes.sections.filter(
    section =>
      !section.isPart && !again.has(section) && (!named.has(section.kind) || hasProtocolName(section)),
  )
})

/** Sections that repeat the kind and name of another. The first one with content is kept. */
export const duplicates = oncePer((notes: Notes): ReadonlyMap<Section, Duplicate> => {
  const { sections, document } = notes
  const parents = new Set(sections.map(({ parent }) => parent))
  const isEmpty = (section: Section): boolean =>
    !parents.has(section) &&
    section.entries.length === 0 &&
    section.blocks.every(block => saysNothing(document, block))
  const found = new Map<Section, Duplicate>()
  for (const group of sameSections(notes)) {
    const kept = group.find(section => !isEmpty(section)) ?? group[0]
    for (const section of group)
      if (kept !== undefined && section !== kept) found.set(section, { kept, empty: isEmpty(section) })
  }
  return found
})

/**
 * Groups sections of the same kind and name. A `sam` file may have each section only once. In other profiles, only
 * siblings are grouped: two files merged into one may each have their own sections.
 */
function sameSections({ sections, profile }: Notes): readonly (readonly Section[])[] {
  const comparable = sections.filter(
    ({ kind, isPart, at }) => kind !== 'other' && kind !== 'title' && !isPart && at === undefined,
  )
  const families = groupBy(comparable, ({ parent }) => (profile === 'sam' ? undefined : parent))
  return [...families.values()]
    .flatMap(family => [...groupBy(family, ({ kind, title }) => `${kind} ${plainName(title)}`).values()])
    .filter(({ length }) => length > 1)
}

const GUIDES: ReadonlySet<string> = new Set(outline.flatMap(({ comments = [] }) => comments))

/** Is the block a comment of the template or a table without rows? */
function saysNothing({ text }: Document, block: Block): boolean {
  if (block.type === 'table') return block.rows.length === 0
  if (block.type !== 'comment') return false
  return commentsIn(text, block.span).every(said => GUIDES.has(said))
}

/** The text of each comment in a block that consists only of comments. Leaves out empty ones. */
export const commentsIn = (text: string, { start, end }: Span): readonly string[] =>
  text
    .slice(start, end)
    .split('-->')
    .map(part => part.trim().replace(/^<!--/, '').trim())
    .filter(said => said !== '')
