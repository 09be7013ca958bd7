import { tight } from '../../markdown/scan/leaf.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { unsettledPlaces } from '../facts/cited-places.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'reference-line',
  group: 'paths',
  summary: 'Require a line or range in every lightweight identifier',
  why: 'An identifier is read on demand instead of being kept in context. Without a line, that means reading the whole file.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    line: 'Missing line in `{{path}}`, expected `{{path}}:LINE` or `{{path}}:FROM-TO`',
    place: 'Unexpected identifier `{{identifier}}`, expected `${PROJECT_ROOT}/PATH:LINE`',
  },
  examples: [
    {
      title: 'a line, a range, an issue',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n- `${PROJECT_ROOT}/src/b.ts:1-20` — B\n- `#42` — C\n',
      reports: [],
    },
    {
      title: 'a file without a line',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts | A | 10:00:00Z |\n',
      reports: ['4:3 line'],
    },
    {
      title: 'a description instead of a path',
      before: '## Lightweight Identifiers\n- the token code — A\n',
      reports: ['2:1 place'],
    },
  ],
  check({ notes, text }, report) {
    for (const { part, locator, span } of unsettledPlaces(notes)) {
      if (part !== 'reference' || locator.lines.length > 0) continue
      const path = locator.kind === 'project' ? `\${PROJECT_ROOT}/${locator.path}` : locator.path
      report('line', { span, data: { path } })
    }
    for (const record of recordsOfKind(notes, 'reference')) {
      if (record.locator !== undefined) continue
      const span = tight(text, record.span.start, record.span.end)
      report('place', { span, data: { identifier: record.identifier.slice(0, 80) } })
    }
  },
})
