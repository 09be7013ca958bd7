import type { Span } from '../../markdown/block.ts'
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
export function plainName(title: string): string {
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
