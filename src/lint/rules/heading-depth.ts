import { timestampAtStart } from '../../notes/text/timestamp.ts'
import { distinctSections, headingSpan, shapeOf } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'heading-depth',
  group: 'structure',
  summary: 'Require the heading depth that the protocol defines for a section',
  why: 'Depth decides what belongs to what: a part one level too high ends the section it should be part of.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    section: 'Unexpected heading depth {{depth}} of section `{{title}}`, expected {{expected}}',
    entry: 'Unexpected heading depth {{depth}} of a decision, expected {{expected}}',
  },
  examples: [
    {
      title: 'as in the protocol',
      before:
        '## Session Continuity\n### Decision Log\n#### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n',
      reports: [],
    },
    {
      title: 'a part that ends its section',
      before: '## Session Continuity\n## Active Context\n### Pending Questions\n',
      reports: ['2:4 section'],
    },
    {
      title: 'decisions at section level, or too deep',
      before:
        '## Session Continuity\n### Decision Log\n##### 2026-01-01T10:00:00Z - Deep\n**Decision**: Deep\n### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n',
      reports: ['3:7 entry', '5:5 entry'],
    },
    {
      title: 'dated headings without a log before them, and after a log of the wrong depth',
      before:
        '## 2026-01-01 - A day\n## Decision Log\n### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n## Thoughts\n## 2026-01-03 - Another\n',
      reports: ['2:4 section'],
    },
    {
      title: 'a dated heading after another section',
      before:
        '## Session Continuity\n### Decision Log\n#### 2026-01-02T10:00:00Z - Ship\n**Decision**: Ship\n### Thoughts\n### 2026-01-03 - A day\n',
      reports: [],
    },
  ],
  check({ notes }, report) {
    let log: number | undefined
    for (const section of distinctSections(notes)) {
      const expected = shapeOf(section.kind)?.depth
      const { depth, title } = section
      const isDecision = section.kind === 'other' && timestampAtStart(title)?.at !== undefined
      if (isDecision && log !== undefined)
        report('entry', { span: headingSpan(section), data: { depth, expected: log + 1 } })
      if (!isDecision) log = section.kind === 'decision-log' && depth === expected ? depth : undefined
      if (expected === undefined) continue
      if (depth !== expected)
        report('section', { span: headingSpan(section), data: { depth, title, expected } })
      if (section.kind !== 'decision-log' || depth !== expected) continue
      for (const entry of section.entries)
        if (entry.depth !== depth + 1)
          report('entry', { span: entry.heading.text, data: { depth: entry.depth, expected: depth + 1 } })
    }
  },
})
