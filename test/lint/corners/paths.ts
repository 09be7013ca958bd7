import type { Corners } from './corner.ts'

const A = '${PROJECT_ROOT}/src/a.ts'
const reference = (place: string): string => `## Lightweight Identifiers\n- \`${place}\` — A\n`
const evidence = (place: string): string =>
  `## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- \`const a = 1\` [${place}]\n`
const code = { 'src/a.ts': 'const a = 1\nconst b = 2\n' }

export const pathCorners: Corners = {
  'path-exists': [
    {
      title: 'evidence, which `evidence-matches` reports',
      before: evidence('${PROJECT_ROOT}/src/gone.ts:1-2'),
      code,
      reports: [],
    },
    {
      title: 'a relative path, which `path-prefix` reports',
      before: reference('src/gone.ts:1'),
      code,
      reports: [],
    },
    {
      title: 'a relative path in a file of no profile',
      profile: 'loose',
      before: reference('src/gone.ts:1'),
      code,
      reports: ['2:4-2:17 missing'],
    },
  ],
  'path-escape': [
    {
      title: 'evidence, which `evidence-matches` reports',
      before: evidence('${PROJECT_ROOT}/../a.ts:1'),
      code,
      reports: [],
    },
    {
      title: 'below home, but in the project',
      before: reference('~/project/src/a.ts:1'),
      code,
      root: '/home/jane/project',
      reports: [],
    },
    {
      title: 'below home, but elsewhere',
      before: reference('~/other/src/a.ts:1'),
      code,
      root: '/home/jane/project',
      reports: ['2:4-2:22 home'],
    },
    {
      title: 'an absolute path that climbs is the business of `path-prefix`',
      before: reference('/opt/../../a.ts:1'),
      reports: [],
    },
    { title: 'a file that is gone', before: reference('${PROJECT_ROOT}/gone.ts:1'), code, reports: [] },
  ],
  'path-prefix': [
    {
      title: 'the only file whose path ends like this is a guess',
      before: reference('a.ts:1'),
      after: reference(`${A}:1`),
      code,
      reports: ['2:4-2:10 relative, unsafe fix'],
    },
    {
      title: 'one of two files, and a folder whose lines are cited',
      before: `${reference('a.ts:1')}- \`src:1\` — B\n`,
      code: { ...code, 'lib/a.ts': '' },
      reports: ['2:4-2:10 relative', '3:4-3:9 relative'],
    },
    {
      title: 'an absolute path elsewhere whose end is the same is another file',
      before: reference('/opt/src/a.ts:1'),
      code,
      root: '/work/project',
      reports: ['2:4-2:19 absolute'],
    },
    {
      title: 'the project itself is no file of it',
      before: reference('/work/project/:1'),
      code,
      root: '/work/project',
      reports: ['2:4-2:20 absolute'],
    },
    {
      title: 'dots that lead nowhere',
      before: reference('.//././/src/a.ts:1'),
      after: reference(`${A}:1`),
      code,
      reports: ['2:4-2:22 relative, safe fix'],
    },
    {
      title: 'the same without code to look at',
      before: reference('.//././/src/./a.ts:1'),
      reports: ['2:4-2:24 relative'],
      words: ['${PROJECT_ROOT}/src/./a.ts'],
    },
    {
      title: 'an absolute path that climbs',
      before: reference('/opt/../../a.ts:1'),
      reports: ['2:4-2:21 absolute'],
    },
    {
      title: 'a relative path that climbs out, which `path-escape` reports',
      before: reference('../a.ts:1'),
      reports: [],
    },
  ],
  'line-range': [
    {
      title: 'a range of evidence that ends where it began',
      before: evidence(`${A}:2-1`),
      after: evidence(`${A}:1-2`),
      reports: ['5:42-5:46 reversed, safe fix'],
    },
    {
      title: 'a range of evidence behind the end, which `evidence-matches` reports',
      before: evidence(`${A}:1-9`),
      code,
      reports: [],
    },
    {
      title: 'a line of evidence and a range that is too long',
      before: evidence(`${A}:1,2-500`),
      reports: ['5:42-5:50 long'],
    },
    {
      title: 'as long as it may be, and one line more',
      before: `${reference(`${A}:1-100`)}- \`${A}:1-101\` — B\n`,
      reports: ['3:28-3:34 long'],
    },
    { title: 'a whole file', before: reference(A), code, reports: [] },
    { title: 'one line', before: reference(`${A}:2-2`), code, reports: [] },
    {
      title: 'with columns',
      before: reference(`${A}#L20C15-L10`),
      after: reference(`${A}#L10-L20`),
      reports: ['2:28-2:39 reversed, safe fix'],
    },
  ],
  'reference-line': [
    {
      title: 'a relative path, as it is written',
      before: reference('src/a.ts'),
      reports: ['2:4-2:12 line'],
      words: ['`src/a.ts`'],
    },
    { title: 'evidence, which `evidence-format` reports', before: evidence(A), reports: [] },
    {
      title: 'many words',
      before: `## Lightweight Identifiers\n- ${'the token code '.repeat(9)} — A\n`,
      reports: ['2:1-2:142 place'],
    },
  ],
  'home-path-leak': [
    {
      title: 'of Windows, in a string, in an address of a file, with blanks',
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
      title: 'a part of another path or address',
      before:
        '## Learnings\n- https://example.com/home/jane\n- src/home/jane\n- ~/home/jane\n- ${PROJECT_ROOT}/home/jane\n- abc:/Users/jane\n- file://x/home/jane\n- /home/user\n',
      reports: [],
    },
    {
      title: 'in words and in a reference that no one can repair',
      before: `${reference('/home/jane/a.ts:1')}- See /Users/jane/b\n`,
      code,
      root: '/work/project',
      reports: ['2:4-2:14 home', '3:7-3:18 home'],
    },
  ],
}
