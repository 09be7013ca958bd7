import type { Corners } from './corner.ts'

const A = '${PROJECT_ROOT}/src/a.ts'
const reference = (place: string): string => `## Lightweight Identifiers\n- \`${place}\` — A\n`
const evidence = (place: string): string =>
  `## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- \`const a = 1\` [${place}]\n`
const code = { 'src/a.ts': 'const a = 1\nconst b = 2\n' }

export const pathCorners: Corners = {
  'path-exists': [
    {
      title: 'reports a missing file in the file column of a debt table',
      before:
        '## Technical Debt\n| ID | Description | Severity | File |\n|---|---|---|---|\n| TD-001 | C | LOW | ${PROJECT_ROOT}/src/c.ts:1 |\n',
      code,
      reports: ['4:22-4:48 missing'],
    },
    {
      title: 'leaves evidence in a missing file to `evidence-matches`',
      before: evidence('${PROJECT_ROOT}/src/gone.ts:1-2'),
      code,
      reports: [],
    },
    {
      title: 'leaves a relative path to a missing file to `path-prefix`',
      before: reference('src/gone.ts:1'),
      code,
      reports: [],
    },
    {
      title: 'reports a relative path to a missing file in the loose profile',
      profile: 'loose',
      before: reference('src/gone.ts:1'),
      code,
      reports: ['2:4-2:17 missing'],
    },
  ],
  'path-escape': [
    {
      title: 'leaves evidence outside the project to `evidence-matches`',
      before: evidence('${PROJECT_ROOT}/../a.ts:1'),
      code,
      reports: [],
    },
    {
      title: 'accepts a path below home that leads into the project',
      before: reference('~/project/src/a.ts:1'),
      code,
      root: '/home/jane/project',
      reports: [],
    },
    {
      title: 'reports a path below home that leads out of the project',
      before: reference('~/other/src/a.ts:1'),
      code,
      root: '/home/jane/project',
      reports: ['2:4-2:22 home'],
    },
    {
      title: 'leaves an absolute path that climbs to `path-prefix`',
      before: reference('/opt/../../a.ts:1'),
      reports: [],
    },
    {
      title: 'accepts a missing file inside the project',
      before: reference('${PROJECT_ROOT}/gone.ts:1'),
      code,
      reports: [],
    },
  ],
  'path-prefix': [
    {
      title: 'completes a path by the only file that ends like it with an unsafe fix',
      before: reference('a.ts:1'),
      after: reference(`${A}:1`),
      code,
      reports: ['2:4-2:10 relative, unsafe fix'],
    },
    {
      title: 'offers no fix for a path that two files match, nor for lines of a folder',
      before: `${reference('a.ts:1')}- \`src:1\` — B\n`,
      code: { ...code, 'lib/a.ts': '' },
      reports: ['2:4-2:10 relative', '3:4-3:9 relative'],
    },
    {
      title: 'offers no fix for an absolute path elsewhere that ends like a file of the project',
      before: reference('/opt/src/a.ts:1'),
      code,
      root: '/work/project',
      reports: ['2:4-2:19 absolute'],
    },
    {
      title: 'offers no fix for the project folder itself',
      before: reference('/work/project/:1'),
      code,
      root: '/work/project',
      reports: ['2:4-2:20 absolute'],
    },
    {
      title: 'removes redundant dots and slashes when it adds the prefix',
      before: reference('.//././/src/a.ts:1'),
      after: reference(`${A}:1`),
      code,
      reports: ['2:4-2:22 relative, safe fix'],
    },
    {
      title: 'offers no fix for redundant dots and slashes without code to look at',
      before: reference('.//././/src/./a.ts:1'),
      reports: ['2:4-2:24 relative'],
      words: ['${PROJECT_ROOT}/src/./a.ts'],
    },
    {
      title: 'reports an absolute path that climbs',
      before: reference('/opt/../../a.ts:1'),
      reports: ['2:4-2:21 absolute'],
    },
    {
      title: 'leaves a relative path that climbs out to `path-escape`',
      before: reference('../a.ts:1'),
      reports: [],
    },
  ],
  'line-range': [
    {
      title: 'swaps the ends of a reversed range in evidence',
      before: evidence(`${A}:2-1`),
      after: evidence(`${A}:1-2`),
      reports: ['5:42-5:46 reversed, safe fix'],
    },
    {
      title: 'leaves a range past the end of a file in evidence to `evidence-matches`',
      before: evidence(`${A}:1-9`),
      code,
      reports: [],
    },
    {
      title: 'reports a range that is too long after a single line',
      before: evidence(`${A}:1,2-500`),
      reports: ['5:42-5:50 long'],
    },
    {
      title: 'accepts a range of the maximum length and reports one line more',
      before: `${reference(`${A}:1-100`)}- \`${A}:1-101\` — B\n`,
      reports: ['3:28-3:34 long'],
    },
    { title: 'accepts a reference to a whole file', before: reference(A), code, reports: [] },
    { title: 'accepts a range of one line', before: reference(`${A}:2-2`), code, reports: [] },
    {
      title: 'swaps a reversed range and removes its columns',
      before: reference(`${A}#L20C15-L10`),
      after: reference(`${A}#L10-L20`),
      reports: ['2:28-2:39 reversed, safe fix'],
    },
  ],
  'reference-line': [
    {
      title: 'quotes a relative path as it is written',
      before: reference('src/a.ts'),
      reports: ['2:4-2:12 line'],
      words: ['`src/a.ts`'],
    },
    { title: 'leaves evidence without a line to `evidence-format`', before: evidence(A), reports: [] },
    {
      title: 'reports a long reference in words',
      before: `## Lightweight Identifiers\n- ${'the token code '.repeat(9)} — A\n`,
      reports: ['2:1-2:142 place'],
    },
  ],
  'home-path-leak': [
    {
      title: 'reports home folders in Windows paths, strings and file URLs, also with spaces',
      before:
        '## Learnings\n- C:\\\\Users\\\\jane\\\\a\n- C:\\Users\\jane doe\\a\n- D:/Users/jane\n- file:///home/jane/a\n- /home/jane van doe/a\n- /home/jane doe\n',
      reports: [
        ...[
          '2:3-2:18 home',
          '3:3-3:20 home',
          '4:3-4:16 home',
          '5:10-5:20 home',
          '6:3-6:21 home',
          '7:3-7:13 home',
        ],
      ],
    },
    {
      title: 'ignores home folders inside other paths and URLs',
      before:
        '## Learnings\n- https://example.com/home/jane\n- src/home/jane\n- ~/home/jane\n- ${PROJECT_ROOT}/home/jane\n- abc:/Users/jane\n- file://x/home/jane\n- /home/user\n',
      reports: [],
    },
    {
      title: 'reports home folders in prose and in references without a fix',
      before: `${reference('/home/jane/a.ts:1')}- See /Users/jane/b\n`,
      code,
      root: '/work/project',
      reports: ['2:4-2:14 home', '3:7-3:18 home'],
    },
  ],
}
