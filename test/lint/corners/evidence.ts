import type { Corners } from './corner.ts'

const evidence = (...items: readonly string[]): string =>
  `## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n${items.map(item => `- ${item}\n`).join('')}`
const A = '${PROJECT_ROOT}/src/a.ts'

export const evidenceCorners: Corners = {
  'evidence-matches': [
    {
      title: 'a decision exactly as the protocol has it, further down',
      before:
        '## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n1. One\n2. Two\n3. Three\n\n#### 2024-01-14T10:00:00Z - B\n',
      after:
        '## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:3]\n**Test Scenarios**:\n1. One\n2. Two\n3. Three\n\n#### 2024-01-14T10:00:00Z - B\n',
      code: { 'src/a.ts': '\n\nconst a = 1\n' },
      reports: ['7:18-7:44 moved, safe fix'],
    },
    {
      title: 'a relative path that leads nowhere, which `path-prefix` reports',
      before: evidence('`const a = 1` [src/gone.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      reports: [],
    },
    {
      title: 'an absolute path elsewhere, which `path-prefix` reports',
      before: evidence('`const a = 1` [/elsewhere/a.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      root: '/work/project',
      reports: [],
    },
    {
      title: 'a home folder, which `home-path-leak` reports',
      profile: 'loose',
      before: evidence('`const a = 1` [/home/jane/a.ts:1]'),
      code: { 'src/a.ts': 'const b = 2\n' },
      root: '/work/project',
      reports: [],
    },
    {
      title: 'a place without a quote, which `evidence-format` reports',
      before: evidence(`[${A}:1]`, `[${A}:9]`, `\` \` [${A}:9]`),
      code: { 'src/a.ts': 'const b = 2\n' },
      reports: [],
    },
    {
      title: 'a quote that differs in blanks, further down',
      before: evidence(`\`const a = 1\` [${A}:1]`),
      after: evidence(`\`const a = 1\` [${A}:3]`),
      code: { 'src/a.ts': '\n\nconst  a  =  1\n' },
      reports: ['5:18-5:44 moved, unsafe fix'],
    },
    {
      title: 'a quote that is in another file, while its own is still there',
      before: evidence(`\`export const first = 1\` [${A}:1]`),
      after: evidence('`export const first = 1` [${PROJECT_ROOT}/src/b.ts:1]'),
      code: { 'src/a.ts': '// nothing\n', 'src/b.ts': 'export const first = 1\n' },
      reports: ['5:29-5:55 moved, unsafe fix'],
    },
    {
      title: 'a whole file that was renamed',
      before: evidence('`export const first = 1` [${PROJECT_ROOT}/src/old.ts]'),
      after: evidence(`\`export const first = 1\` [${A}:2]`),
      code: { 'src/a.ts': '\nexport const first = 1\n' },
      reports: ['5:29-5:55 moved, safe fix'],
      words: ['Unexpected location in `src/old.ts`, expected line 2 in `src/a.ts`'],
    },
    {
      title: 'two lines',
      before: evidence(`\`const a = 1\` [${A}:1,2]`),
      after: evidence(`\`const a = 1\` [${A}:3]`),
      code: { 'src/a.ts': '\n\nconst a = 1\n' },
      reports: ['5:18-5:46 moved, safe fix'],
      words: ['Unexpected lines 1, 2 in'],
    },
    {
      title: 'several lines, further down',
      before: evidence(`[${A}:1-2]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      after: evidence(`[${A}:3-4]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      code: { 'src/a.ts': '\n\nconst a = 1\nconst b = 2\n' },
      reports: ['5:4-5:32 moved, safe fix'],
      words: ['Unexpected lines 1-2 in `src/a.ts`, expected lines 3-4'],
    },
    {
      title: 'several lines of which one was cited',
      before: evidence(`[${A}:1]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      after: evidence(`[${A}:3]\n  \`\`\`\n  const a = 1\n  const b = 2\n  \`\`\``),
      code: { 'src/a.ts': '\n\nconst a = 1\nconst b = 2\n' },
      reports: ['5:4-5:30 moved, safe fix'],
    },
    {
      title: 'five places are all named, of six the first five',
      before: evidence(`\`call()\` [${A}:1]`, '`other()` [${PROJECT_ROOT}/src/b.ts:1]'),
      code: {
        'src/a.ts': `\n${'call()\n'.repeat(5)}`,
        'src/b.ts': `\n${'other()\n'.repeat(6)}`,
      },
      reports: ['5:13-5:39 ambiguous', '6:14-6:40 ambiguous'],
      words: ['with this quote: lines 2, 3, 4, 5, 6', 'with this quote: lines 2, 3, 4, 5, 6, …'],
    },
    {
      title: 'a file whose name cannot be written there',
      before: evidence('`export const first = 1` [${PROJECT_ROOT}/src/old.ts:1]'),
      code: { 'src/a|b.ts': 'export const first = 1\n' },
      reports: ['5:29-5:57 moved'],
    },
    {
      title: 'code with a tab and a backtick in it',
      before: evidence(`\`const greeting = hello(name)\` [${A}:1]`),
      code: { 'src/a.ts': '\tconst greeting =\thello(`name`)\n' },
      reports: ['5:35-5:61 changed'],
      words: ["line 1: `const greeting = hello('name')`"],
    },
  ],
  'evidence-format': [
    {
      title: 'a quote of blanks, and none at all',
      before: evidence(`\` \` [${A}:1]`, 'None'),
      reports: ['5:3-5:35 quote'],
    },
    {
      title: 'words of two lines',
      before: evidence('it was slow\n  on Tuesdays'),
      reports: ['5:3-5:14 words'],
    },
    {
      title: 'no evidence, which `decision-fields` reports',
      before: '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n',
      reports: [],
    },
    {
      title: 'a row without a place',
      before:
        '## Decision Log\n| Date | Decision | Evidence |\n|---|---|---|\n| 2024-01-15 | A | `const a = 1` |\n',
      reports: ['4:1-4:35 place'],
    },
  ],
}
