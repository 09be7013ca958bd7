import { longestRun } from '../../markdown/sorted.ts'
import type { Section } from '../../notes/section.ts'
import { distinctSections, headingSpan, outline, outlineParent, shapeOf } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'section-order',
  group: 'structure',
  summary: 'Require sections in the order of the protocol',
  why: 'Session Continuity is loaded first after a /clear, and a tool that reads only the beginning of the file must find it there.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    order: 'Unexpected position of section `{{title}}`, expected the order {{expected}}',
    parent: 'Unexpected position of section `{{title}}`, expected it below `{{parent}}`',
  },
  examples: [
    {
      title: 'in order',
      before:
        '## Session Continuity\n### Active Context\n### Pending Questions\n## Active Sub-Goals\n## Team\n## Decision Archive\n',
      reports: [],
    },
    {
      title: 'goals before the state',
      before: '## Active Sub-Goals\n## Session Continuity\n### Active Context\n## Blockers & Dependencies\n',
      reports: ['1:4 order'],
    },
    {
      title: 'a part of Session Continuity in another section',
      before: '## Session Continuity\n### Active Context\n## Active Sub-Goals\n### Pending Questions\n',
      reports: ['4:5 parent'],
    },
  ],
  check({ notes }, report) {
    const sections = distinctSections(notes)
    const known = sections.filter(section => shapeOf(section.kind)?.depth === section.depth)
    for (const depth of new Set(outline.map(shape => shape.depth))) {
      const own = known.filter(section => section.depth === depth && !isElsewhere(section, sections))
      const places = own.map(({ kind }) => outline.findIndex(shape => shape.kind === kind))
      const titles = outline.filter(shape => shape.depth === depth).map(shape => `\`${shape.title}\``)
      const inOrder = longestRun(places)
      for (const [index, section] of own.entries()) {
        if (!inOrder.has(index))
          report('order', {
            span: headingSpan(section),
            data: { title: section.title, expected: titles.join(', ') },
          })
      }
    }
    for (const section of known) {
      const parent = isElsewhere(section, sections)
      if (parent !== undefined)
        report('parent', { span: headingSpan(section), data: { title: section.title, parent } })
    }
  },
})

/** Title of the parent that a section should be below, if that exists and the section is elsewhere. */
function isElsewhere(section: Section, sections: readonly Section[]): string | undefined {
  const shape = shapeOf(section.kind)
  const wanted = shape === undefined ? undefined : outlineParent(shape)
  if (wanted === undefined || section.parent?.kind === wanted.kind) return undefined
  // The parent itself has the wrong depth, which `heading-depth` reports.
  const around = section.parent === undefined ? undefined : shapeOf(section.parent.kind)
  if (around !== undefined && around.depth !== section.parent?.depth) return undefined
  return sections.find(({ kind, depth }) => kind === wanted.kind && depth === wanted.depth)?.title
}
