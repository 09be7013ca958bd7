import type { Document } from '../../markdown/document.ts'
import { lineEndAfter, nextLineStart } from '../../markdown/scan/leaf.ts'
import type { Section } from '../../notes/section.ts'
import { duplicates, headingSpan } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'duplicate-section',
  group: 'structure',
  summary: 'Disallow two protocol sections with the same heading',
  why: 'Writers add to one of the two while people read the other. An empty duplicate is usually left over from a template.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    empty: 'Unexpected empty copy of section `{{title}}`, expected only the filled one',
    filled: 'Unexpected second section `{{title}}`, expected a single one',
  },
  examples: [
    {
      title: 'each section once; dated sections are separate events',
      before:
        '## Blockers & Dependencies\n- Blocked: review\n\n## Decision Log — 2026-01-02\n## Decision Log — 2026-01-03\n',
      reports: [],
    },
    {
      title: 'an empty section from the template, and a filled one at the end',
      before:
        '## Active Sub-Goals\n<!-- Current objectives being pursued across sessions -->\n\n## Blockers & Dependencies\nNone\n\n## Active Sub-Goals\n- [ ] Give the retry loop a ceiling\n',
      reports: ['1:4 empty'],
      after: '## Blockers & Dependencies\nNone\n\n## Active Sub-Goals\n- [ ] Give the retry loop a ceiling\n',
    },
    {
      title: 'two filled sections',
      before: '## Pending Questions\n- [ ] Why?\n\n## Pending Questions\n- [ ] Who?\n',
      reports: ['4:4 filled'],
    },
  ],
  check({ notes }, report) {
    for (const [section, { kept, empty }] of duplicates(notes)) {
      const { title } = section
      const detail = { span: headingSpan(section), data: { title }, cause: headingSpan(kept) }
      if (empty) report('empty', { ...detail, fix: [{ span: wholeSpan(notes.document, section), text: '' }] })
      else report('filled', detail)
    }
  },
})

/** The span from the heading of a section to the next heading, including the blank lines before that heading. */
function wholeSpan({ text }: Document, { span }: Section): Section['span'] {
  let end = nextLineStart(text, lineEndAfter(text, span.end))
  while (end < text.length && text.slice(end, lineEndAfter(text, end)).trim() === '')
    end = Math.max(nextLineStart(text, lineEndAfter(text, end)), end + 1)
  return { start: span.start, end: Math.min(end, text.length) }
}
