import { lineEndAfter } from '../../markdown/scan/leaf.ts'
import { commentsIn, distinctSections, headingSpan, shapeOf } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'section-comment',
  group: 'structure',
  summary: 'Require the comment that explains a section',
  why: 'An agent reads it right before writing to the section: it gives the format, the order, and what must not be rewritten.',
  fix: 'safe',
  severity: { sam: 'warning', loose: 'off' },
  messages: { missing: 'Missing comment in section `{{title}}`, expected `<!-- {{comment}} -->`' },
  examples: [
    {
      title: 'the comment of the template, or your own',
      before:
        '## Active Sub-Goals\n<!-- Current objectives being pursued across sessions -->\n\n## Blockers & Dependencies\n<!-- What we wait for -->\n',
      reports: [],
    },
    {
      title: 'a section without a comment',
      before: '## Active Sub-Goals\n- [ ] Ship\n',
      reports: ['1:4 missing'],
      after: '## Active Sub-Goals\n<!-- Current objectives being pursued across sessions -->\n- [ ] Ship\n',
    },
    {
      title: 'directives and empty comments do not count; two on one line count as two',
      before:
        '## Active Sub-Goals\n<!-- notes-enable section-comment -->\n<!-- -->\n- [ ] Ship\n\n## Blockers & Dependencies\n<!-- What we wait for --> <!-- And who -->\n\n## Thoughts\n- None\n',
      reports: ['1:4 missing'],
      after:
        '## Active Sub-Goals\n<!-- Current objectives being pursued across sessions -->\n<!-- notes-enable section-comment -->\n<!-- -->\n- [ ] Ship\n\n## Blockers & Dependencies\n<!-- What we wait for --> <!-- And who -->\n\n## Thoughts\n- None\n',
    },
  ],
  check({ text, notes }, report) {
    for (const section of distinctSections(notes)) {
      const { comments = [] } = shapeOf(section.kind) ?? {}
      if (comments.length === 0 || section.heading === undefined) continue
      const own = section.blocks
        .filter(({ type }) => type === 'comment')
        .flatMap(({ span }) => commentsIn(text, span))
        .map(comment => comment.replaceAll(/\s+/g, ' '))
        .filter(comment => !comment.startsWith('notes-'))
      const absent = comments.filter(comment => !own.includes(comment)).slice(own.length - comments.length)
      const [comment] = own.length < comments.length ? absent : []
      if (comment === undefined) continue
      const at = lineEndAfter(text, section.heading.span.end)
      const added = absent.map(line => `\n<!-- ${line} -->`).join('')
      report('missing', {
        span: headingSpan(section),
        data: { title: section.title, comment },
        fix: [{ span: { start: at, end: at }, text: added }],
      })
    }
  },
})
