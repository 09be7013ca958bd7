import type { DecisionRecord } from '../kinds/decision.ts'
import type { Section } from '../section.ts'
import type { SectionKind } from '../section-kind.ts'

/**
 * Could the section itself be a decision? `## 2026-05-14 — Switch to pnpm` is one if it states a decision, even in a
 * file with a decision log: a user who starts a log with the next decision must not lose the earlier ones.
 */
export const mayBeDecision = ({ kind, at, parent }: Section): boolean =>
  kind === 'other' && at !== undefined && (parent === undefined || isAnything(parent.kind))

const isAnything = (kind: SectionKind): boolean => kind === 'title' || kind === 'other'

/** Does the section's heading name its purpose? Then new records may go there. */
export const isNamed = ({ isNamed }: Section): boolean => isNamed

/** Is the decision a dated section of its own? Such sections are free-form, and may contain more than the decision. */
export const isOwnSection = ({ shape, section }: DecisionRecord): boolean =>
  shape === 'section' && !isNamed(section)

/**
 * Gives sections the kinds that `kindOf` returns, even if their headings suggest others. Updates the parents of the
 * sections below them.
 */
export function recast(
  sections: readonly Section[],
  kindOf: (section: Section) => SectionKind,
): readonly Section[] {
  const changed = new Map<Section | undefined, Section>()
  return sections.map(section => {
    const parent = changed.get(section.parent) ?? section.parent
    const kind = kindOf(parent === section.parent ? section : { ...section, parent })
    if (parent === section.parent && kind === section.kind) return section
    const isDated = section.at !== undefined || (parent?.kind === 'session-log' && parent.isPart)
    const isEvent = section.kind === 'other' && kind === 'session-log' && isDated
    const isPart = section.isPart || isEvent
    const cast = { ...section, parent, kind, isPart }
    changed.set(section, cast)
    return cast
  })
}
