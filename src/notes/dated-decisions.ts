import type { DecisionRecord } from './kinds/decision.ts'
import type { Section } from './section.ts'
import { readHeadingName, type SectionKind } from './section-kind.ts'

/**
 * Sections such as `## 2026-05-14 — Switch to pnpm` may be decisions themselves, when they say what was decided. Beside
 * a decision log too: who starts one with the next decision must not lose those before it.
 */
export const mayBeDecision = ({ kind, at, parent }: Section): boolean =>
  kind === 'other' && at !== undefined && (parent === undefined || isAnything(parent.kind))

const isAnything = (kind: SectionKind): boolean => kind === 'title' || kind === 'other'

/** Whether a section's heading says what it is for: a new record may stand there. */
export const isNamed = ({ title }: Section): boolean => readHeadingName(title).kind !== 'other'

/** Whether a decision is such a section: written as people write, with whatever else they put below it. */
export const isOwnSection = ({ shape, section }: DecisionRecord): boolean =>
  shape === 'section' && !isNamed(section)

/** Sections with other kinds than their headings tell; those below know their parents as they are now. */
export function recast(
  sections: readonly Section[],
  kindOf: (section: Section) => SectionKind,
): readonly Section[] {
  const changed = new Map<Section | undefined, Section>()
  return sections.map(section => {
    const parent = changed.get(section.parent) ?? section.parent
    const kind = kindOf(section)
    if (parent === section.parent && kind === section.kind) return section
    const cast = { ...section, parent, kind }
    changed.set(section, cast)
    return cast
  })
}
