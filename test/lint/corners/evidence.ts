import type { Corners } from './corner.ts'

const evidence = (...items: readonly string[]): string =>
  `## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n${items.map(item => `- ${item}\n`).join('')}`
const A = '${PROJECT_ROOT}/src/a.ts'

export const evidenceCorners: Corners = {
  'evidence-matches': [
    {
      title: 'relocates a quote in a decision of exactly the protocol’s shape',
      before:
        '## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `export const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n1. One\n2. Two\n3. Three\n\n#### 2024-01-14T10:00:00Z - B\n',
      after:
        '## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `export const a = 1` [${PROJECT_ROOT}/src/a.ts:3]\n**Test Scenarios**:\n1. One\n2. Two\n3. Three\n\n#### 2024-01-14T10:00:00Z - B\n',
      code: { 'src/a.ts': '\n\nexport const a = 1\n' },
      reports: ['7:25-7:51 moved, safe fix'],
    },
    {
      title: 'leaves a relative path to a missing file to `path-prefix`',
      before: evidence('`const a = 1` [src/gone.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      reports: [],
    },
    {
      title: 'leaves an absolute path outside the project to `path-prefix`',
      before: evidence('`const a = 1` [/elsewhere/a.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      root: '/work/project',
      reports: [],
    },
    {
      title: 'leaves a home folder to `home-path-leak`',
      profile: 'loose',
      before: evidence('`const a = 1` [/home/jane/a.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      root: '/work/project',
      reports: [],
    },
    {
      title: 'leaves a place without a quote to `evidence-format`',
      before: evidence(`[${A}:1]`, `[${A}:9]`, `\` \` [${A}:9]`),
      code: { 'src/a.ts': 'const b = 2\n' },
      reports: [],
    },
    {
      title: 'relocates a quote that differs in spaces with an unsafe fix',
      before: evidence(`\`const a = 1\` [${A}:1]`),
      after: evidence(`\`const a = 1\` [${A}:3]`),
      code: { 'src/a.ts': '\n\nconst  a  =  1\n' },
      reports: ['5:18-5:44 moved, unsafe fix'],
    },
    {
      title: 'relocates a quote into another file with an unsafe fix while the cited file exists',
      before: evidence(`\`export const first = 1\` [${A}:1]`),
      after: evidence('`export const first = 1` [${PROJECT_ROOT}/src/b.ts:1]'),
      code: { 'src/a.ts': '// nothing\n', 'src/b.ts': 'export const first = 1\n' },
      reports: ['5:29-5:55 moved, unsafe fix'],
    },
    {
      title: 'relocates a quote that cites a whole file after it was renamed',
      before: evidence('`export const first = 1` [${PROJECT_ROOT}/src/old.ts]'),
      after: evidence(`\`export const first = 1\` [${A}:2]`),
      code: { 'src/a.ts': '\nexport const first = 1\n' },
      reports: ['5:29-5:55 moved, safe fix'],
      words: ['Unexpected location in `src/old.ts`, expected line 2 in `src/a.ts`'],
    },
    {
      title: 'relocates a quote that cites two separate lines',
      before: evidence(`\`export const a = 1\` [${A}:1,2]`),
      after: evidence(`\`export const a = 1\` [${A}:3]`),
      code: { 'src/a.ts': '\n\nexport const a = 1\n' },
      reports: ['5:25-5:53 moved, safe fix'],
      words: ['Unexpected lines 1, 2 in'],
    },
    {
      title: 'relocates a quote of several lines',
      before: evidence(`[${A}:1-2]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      after: evidence(`[${A}:3-4]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      code: { 'src/a.ts': '\n\nconst a = 1\nconst b = 2\n' },
      reports: ['5:4-5:32 moved, safe fix'],
      words: ['Unexpected lines 1-2 in `src/a.ts`, expected lines 3-4'],
    },
    {
      title: 'relocates a quote of several lines when only one line was cited',
      before: evidence(`[${A}:1]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      after: evidence(`[${A}:3]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      code: { 'src/a.ts': '\n\nconst a = 1\nconst b = 2\n' },
      reports: ['5:4-5:30 moved, safe fix'],
    },
    {
      title: 'names all places of a quote that stands in five, and the first five of six',
      before: evidence(`\`call()\` [${A}:1]`, '`other()` [${PROJECT_ROOT}/src/b.ts:1]'),
      code: {
        'src/a.ts': `\n${'call()\n'.repeat(5)}`,
        'src/b.ts': `\n${'other()\n'.repeat(6)}`,
      },
      reports: ['5:13-5:39 ambiguous', '6:14-6:40 ambiguous'],
      words: ['with this quote: lines 2, 3, 4, 5, 6', 'with this quote: lines 2, 3, 4, 5, 6, …'],
    },
    {
      title: 'offers no fix when the new file name cannot be written in the notes',
      before: evidence('`export const first = 1` [${PROJECT_ROOT}/src/old.ts:1]'),
      code: { 'src/a|b.ts': 'export const first = 1\n' },
      reports: ['5:29-5:57 moved'],
    },
    {
      title: 'shows changed code without tabs and backticks in its message',
      before: evidence(`\`const greeting = hello(name)\` [${A}:1]`),
      code: { 'src/a.ts': '\tconst greeting =\thello(`name`)\n' },
      reports: ['5:35-5:61 changed'],
      words: ["line 1: `const greeting = hello('name')`"],
    },
  ],
  'evidence-format': [
    {
      title: 'reports a quote of spaces and accepts None',
      before: evidence(`\` \` [${A}:1]`, 'None'),
      reports: ['5:3-5:35 quote'],
    },
    {
      title: 'reports evidence that is two lines of words',
      before: evidence('it was slow\n  on Tuesdays'),
      reports: ['5:3-5:14 words'],
    },
    {
      title: 'leaves missing evidence to `decision-fields`',
      before: '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n',
      reports: [],
    },
    {
      title: 'reports a table row without a place',
      before:
        '## Decision Log\n| Date | Decision | Evidence |\n|---|---|---|\n| 2024-01-15 | A | `const a = 1` |\n',
      reports: ['4:1-4:35 place'],
    },
  ],
}
