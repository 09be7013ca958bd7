import { describe, expect, test } from 'vitest'
import { placesInWords } from '../../src/lint/facts/places-in-words.ts'
import { fixAll } from '../../src/lint/fix.ts'
import type { Rule } from '../../src/lint/rule.ts'
import pathExists from '../../src/lint/rules/path-exists.ts'
import pathPrefix from '../../src/lint/rules/path-prefix.ts'
import referenceLine from '../../src/lint/rules/reference-line.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { lintExample, places } from './example.ts'

const code = { 'src/auth/jwt.ts': 'const a = 1\n', 'app/[id]/page.tsx': '', 'README.md': '' }
const decision = (title: string, lines: string) =>
  `## Decision Log\n#### 2024-01-15T14:30:00Z - ${title}\n${lines}\n`

/** Records of every kind, each written around given words. */
const records: readonly [where: string, around: (words: string) => string][] = [
  ['a state', words => `## Session Continuity\n### Active Context\n- **Reasoning State**: ${words}\n`],
  ['a next step', words => `## Session Continuity\n### Active Context\n- **Next Action**: ${words}\n`],
  ['a purpose', w => `## Lightweight Identifiers\n- \`\${PROJECT_ROOT}/README.md:1\` — ${w}\n`],
  ['a question', words => `## Pending Questions\n- [ ] ${words}\n`],
  ['a goal', words => `## Active Sub-Goals\n- [ ] ${words}\n`],
  [
    'a debt',
    words =>
      `## Discovered Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | ${words} | HIGH |\n`,
  ],
  ['a blocker', words => `## Blockers & Dependencies\n- Waiting: ${words}\n`],
  ['a learning', words => `## Learnings\n- ${words}\n`],
  ['a title', words => decision(words, '**Decision**: A')],
  ['a decision', words => decision('A', `**Decision**: ${words}`)],
  ['a rationale', words => decision('A', `**Decision**: A\n**Rationale**: ${words}`)],
  ['a scenario', words => decision('A', `**Decision**: A\n**Test Scenarios**:\n1. ${words}`)],
  [
    'a log row',
    words =>
      `## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | ${words} |\n`,
  ],
  [
    'an archive row',
    words =>
      `## Decision Archive\n| Date | Decision | Rationale |\n|---|---|---|\n| 2024-01-08 | A | ${words} |\n`,
  ],
]

const findings = (rule: Rule, text: string) =>
  places(lintExample(rule, text, { title: '', before: text, reports: [], code })).map(
    place => place.split(' ')[1],
  )

describe.each(records)('a path in %s', (where, around) => {
  const isHistory = where === 'a log row' || where === 'an archive row'

  test('gets the prefix from lint --fix, once', () => {
    const before = around(
      'See src/auth/jwt.ts:1 and `src\\auth\\jwt.ts:1`, or ${PROJECT_ROOT}\\src\\auth\\jwt.ts:1.',
    )
    const read = (text: string) =>
      lintExample(pathPrefix, text, { title: '', before: text, reports: [], code })
    const { text } = fixAll(before, read, ['safe'])
    const path = '${PROJECT_ROOT}/src/auth/jwt.ts:1'
    expect(text).toBe(around(`See ${path} and \`${path}\`, or ${path}.`))
    expect(read(text).findings).toEqual([])
  })

  test('is reported when its file is missing, but not in history', () => {
    const text = around('See ${PROJECT_ROOT}/src/gone.ts:1')
    expect(findings(pathExists, text)).toEqual(isHistory ? [] : ['missing'])
  })

  test('is reported if it cites no line, but not in history', () => {
    const text = around('See ${PROJECT_ROOT}/src/auth/jwt.ts now')
    expect(findings(referenceLine, text)).toEqual(isHistory ? [] : ['line'])
  })

  test.each([
    'Choose tcp/udp and/or w/o it at 10:30, ratio 1/2, on localhost:3000 or db.internal:5432',
    'See https://example.org/src/auth/jwt.ts:12 and //cdn.example.org/a.js:1 and example.org/a.js:1',
    'Needs v1.2.3 of node/20.x, Node.js:20, foo@1.2.ts and /api/upload, i.e. e.g. TBD.',
    'Match src/**/*.ts, src/{a,b}.ts:1, src/auth/*.ts:12 and **/jwt.ts',
    'Run npx vitest run src/auth/jwt.ts or `npx tsx src/auth/jwt.ts:1` or `git log -- src/auth/jwt.ts`',
    'See [it](src/auth/jwt.ts) and `path/to/file.ts:12` and README.md and /etc/nginx/nginx.conf:12',
    'Call auth.verify() and import("a/b.ts"), a.b.c, jwt.ts',
  ])('is not seen in: %s', words => {
    expect(findings(pathPrefix, around(words))).toEqual([])
    expect(findings(pathExists, around(words))).toEqual([])
    expect(findings(referenceLine, around(words))).toEqual([])
  })
})

test.each([
  ['**src/auth/jwt.ts:12**', 'src/auth/jwt.ts:12'],
  ['(src/auth/jwt.ts:12-14,20)', 'src/auth/jwt.ts:12-14,20'],
  ['in ./src/auth/jwt.ts#L12-L14.', './src/auth/jwt.ts#L12-L14'],
  ['app/[id]/page.tsx:3, then', 'app/[id]/page.tsx:3'],
  ['`src/auth/jwt.ts:12:7`', 'src/auth/jwt.ts:12:7'],
])('placesInWords finds the path in %s without code', (words, path) => {
  const text = `## Pending Questions\n- [ ] ${words}\n`
  const found = placesInWords(readNotes(text), undefined)
  expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual([path])
})

test('placesInWords does not read a word without a line as a path when there is no code to look at', () => {
  const text = '## Pending Questions\n- [ ] src/auth/jwt.ts or src/b.ts\n'
  expect(placesInWords(readNotes(text), undefined)).toEqual([])
})

test('placesInWords leaves out quotes, comments and fences', () => {
  const text = `${decision('A', '**Decision**: A\n**Evidence**:\n- `see src/a.ts:1` [${PROJECT_ROOT}/src/b.ts:2]')}<!-- src/a.ts:1 -->\n\n## Learnings\n- A\n  \`\`\`\n  src/a.ts:1\n  \`\`\`\n`
  expect(placesInWords(readNotes(text), undefined)).toEqual([])
})
