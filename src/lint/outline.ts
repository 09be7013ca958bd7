import { profiles, type SectionShape } from '../protocol/profile.ts'
import type { Section } from '../protocol/section.ts'
import type { SectionKind } from '../protocol/section-kind.ts'

/** The protocol's sections, in order. */
export const outline: readonly SectionShape[] = profiles.sam.outline

/** What the protocol says of a kind of section; undefined for those that it does not know. */
export const shapeOf = (kind: SectionKind): SectionShape | undefined =>
  outline.find(shape => shape.kind === kind)

/** The section that holds another one in the protocol: the last one above it that is less deep. */
export function outlineParent(shape: SectionShape): SectionShape | undefined {
  return outline.slice(0, outline.indexOf(shape)).findLast(({ depth }) => depth < shape.depth)
}

/** Sections whose names differ in case, emoji and punctuation only are called the same. */
export function plainName(title: string): string {
  const name = title.slice(0, 500).toLowerCase().replaceAll('&', 'and')
  // The classes of Unicode take a cold start 1 ms to build, and nearly all names are ASCII.
  const others = FOREIGN.test(name) ? /[^\p{L}\p{N}]+/gu : /[^a-z0-9]+/g
  return name.replaceAll(others, ' ').trim()
}

const FOREIGN = /[^ -~]/

/** Whether a section has the name that the protocol gives it, whatever stands around it. */
export function hasProtocolName({ kind, title }: Pick<Section, 'kind' | 'title'>): boolean {
  const shape = shapeOf(kind)
  return shape !== undefined && plainName(title).includes(plainName(shape.title))
}

/** The heading itself: the smallest place that stands for a section. */
export const headingSpan = ({ heading, span }: Section): Section['span'] => heading?.text ?? span
