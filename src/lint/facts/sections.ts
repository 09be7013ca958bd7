import type { Block, Span } from '../../markdown/block.ts'
import { runsOn } from '../../markdown/damage.ts'
import type { Document } from '../../markdown/document.ts'
import { groupBy } from '../../markdown/group-by.ts'
import { oncePer } from '../../markdown/once-per.ts'
import { PlainEntry } from '../../markdown/scan/plain-entry.ts'
import type { Notes } from '../../notes/notes.ts'
import { profiles, type SectionShape } from '../../notes/profile.ts'
import type { Section } from '../../notes/section.ts'
import type { SectionKind } from '../../notes/section-kind.ts'

/** The protocol's sections, in order. */
export const outline: readonly SectionShape[] = profiles.sam.outline

/** The protocol's definition of a section kind; undefined for kinds it does not define. */
export const shapeOf = (kind: SectionKind): SectionShape | undefined =>
  outline.find(shape => shape.kind === kind)

/** The parent of a section in the protocol: the last one before it with a smaller depth. */
export function outlineParent(shape: SectionShape): SectionShape | undefined {
  return outline.slice(0, outline.indexOf(shape)).findLast(({ depth }) => depth < shape.depth)
}

/** Normalizes a section name: ignores case, emoji and punctuation. */
function plainName(title: string): string {
  const name = title.slice(0, 500).toLowerCase().replaceAll('&', 'and')
  // Nearly all names are ASCII, and V8 takes 1 ms to build Unicode classes on a cold start.
  const others = FOREIGN.test(name) ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g
  return name.replaceAll(others, ' ').trim()
}

const FOREIGN = /[^ -~]/

const protocolNames: ReadonlyMap<SectionKind, string> = new Map(
  outline.map(({ kind, title }) => [kind, plainName(title)]),
)

/** Does the title contain the protocol name of the section? */
export function hasProtocolName({ kind, title }: Pick<Section, 'kind' | 'title'>): boolean {
  const name = protocolNames.get(kind)
  return name !== undefined && plainName(title).includes(name)
}

/** The span for findings about the whole file: the first heading, or the start. */
export const titleSpan = ({ sections }: Notes): Span =>
  sections.find(({ heading }) => heading !== undefined)?.heading?.text ?? { start: 0, end: 0 }

/** The span for findings about a section: the text of its heading or, without one, the whole section. */
export const headingSpan = ({ heading, span }: Section): Span => heading?.text ?? span

/**
 * The span at which a removed record is reported: the heading of its section, else the first heading, else the start.
 */
export function placeOfLost(notes: Notes, kind: SectionKind): Span {
  const { sections } = notes
  const section =
    sections.find(found => found.kind === kind) ?? sections.find(({ heading }) => heading !== undefined)
  return section?.heading?.span ?? { start: 0, end: 0 }
}

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

/** The blocks below one heading: that of a section, or of an entry in a section of decisions. */
export interface Body {
  readonly section: Section
  readonly blocks: readonly Block[]
}

/**
 * All bodies that may contain tables, rows, comments or code. Skips entries in the protocol's plain form, which contain
 * none: otherwise each rule would visit 30,000 blocks for nothing. Cached, since several rules ask for them.
 */
export const bodies = oncePer(({ sections, document }: Notes): readonly Body[] => {
  // Blocks after a comment that swallowed a heading may belong to another section.
  const known = (blocks: readonly Block[]): readonly Block[] => {
    const end = blocks.findIndex(({ type, span }) => type === 'comment' && runsOn(document.text, span))
    return end < 0 ? blocks : blocks.slice(0, end)
  }
  return sections.flatMap(section => [
    { section, blocks: known(section.blocks) },
    ...section.entries
      .filter(entry => !(entry instanceof PlainEntry))
      .map(({ blocks }) => ({ section, blocks: known(blocks) })),
  ])
})
