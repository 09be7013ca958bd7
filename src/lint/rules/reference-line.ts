import { tight } from '../../markdown/scan/leaf.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { pathAsWritten } from '../../notes/text/locator.ts'
import { isPast, namedPlaces } from '../facts/places-in-words.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'reference-line',
  group: 'paths',
  summary:
    'Require a line or range for every lightweight identifier and for every file that an open record names',
  why: 'An identifier points to code that is read on demand instead of being kept in context. Without a line, that means reading the whole file.',
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
    {
      title: 'a file of the project in an open question, and in one that is answered',
      before:
        '## Pending Questions\n- [ ] Is src/a.ts the place?\n- [x] Was src/a.ts the place?\n- [ ] Is src/b.ts, not written yet, the place?\n',
      reports: ['2:10 line'],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
  ],
  check({ notes, text, code }, report) {
    for (const { part, record, locator, span } of namedPlaces(notes, code)) {
      const isIdentifier = part === 'reference' || (part === 'words' && !isPast(record))
      if (isIdentifier && locator.lines.length === 0)
        report('line', { span, data: { path: pathAsWritten(locator) } })
    }
    for (const record of recordsOfKind(notes, 'reference')) {
      if (record.locator !== undefined) continue
      const span = tight(text, record.span.start, record.span.end)
      report('place', { span, data: { identifier: record.identifier.slice(0, 80) } })
    }
  },
})
