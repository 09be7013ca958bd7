import { pathAsWritten } from '../../notes/text/locator.ts'
import { climbsOut, repairPath } from '../facts/cited-places.ts'
import { revealsAccount } from '../facts/home-paths.ts'
import { namedPlaces } from '../facts/places-in-words.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-prefix',
  group: 'paths',
  summary: 'Require the `${PROJECT_ROOT}` prefix on every path',
  why: 'A relative path resolves against a working directory that the next session does not share; an absolute one exists on one machine only.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    relative: 'Unexpected relative path `{{written}}`, expected `${PROJECT_ROOT}/{{path}}`',
    separator: 'Unexpected backslash in `{{written}}`, expected `${PROJECT_ROOT}/{{path}}`',
    absolute: 'Unexpected absolute path `{{path}}`, expected a path from `${PROJECT_ROOT}`',
  },
  examples: [
    {
      title: 'a path with the prefix',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      reports: [],
      profile: 'sam',
    },
    {
      title: 'a relative reference to an existing file',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| src/a.ts:1 | A | 10:00:00Z |\n',
      reports: ['4:3 relative'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      profile: 'sam',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a relative reference with a leading dot, to an unknown file',
      before: '## Lightweight Identifiers\n- `./src/a.ts:1` — A\n',
      reports: ['2:4 relative'],
      code: {},
    },
    {
      title: 'relative evidence',
      before:
        '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [./src/a.ts:1]\n',
      reports: ['5:18 relative'],
      after:
        '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'the file column of a table, and an absolute path',
      before:
        '## Known Issues\n| ID | Description | Severity | File | Line |\n|---|---|---|---|---|\n| TD-001 | A | LOW | src/a.ts | 1 |\n| TD-002 | B | LOW | /opt/b.ts | 1 |\n',
      reports: ['4:22 relative', '5:22 absolute'],
      after:
        '## Known Issues\n| ID | Description | Severity | File | Line |\n|---|---|---|---|---|\n| TD-001 | A | LOW | ${PROJECT_ROOT}/src/a.ts | 1 |\n| TD-002 | B | LOW | /opt/b.ts | 1 |\n',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a path without its leading folders that matches one file, and one that matches two',
      before: '## Lightweight Identifiers\n- `auth/a.ts:1` — A\n- `b.ts:1` — B\n',
      reports: ['2:4 relative', '3:4 relative'],
      after: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/auth/a.ts:1` — A\n- `b.ts:1` — B\n',
      code: { 'src/auth/a.ts': 'const a = 1\n', 'src/b.ts': '', 'test/b.ts': '' },
    },
    {
      title: 'an absolute path into the project, in three spellings, and a home folder path outside it',
      before:
        '## Lightweight Identifiers\n- `/opt/project/src/a.ts:1` — A\n- `/opt/project/./src/a.ts#L1` — A\n- `~/project/src/a.ts:1` — A\n- `~/other.ts:1` — B\n',
      reports: ['2:4 absolute', '3:4 absolute', '4:4 absolute'],
      after:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n- `${PROJECT_ROOT}/src/a.ts#L1` — A\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n- `~/other.ts:1` — B\n',
      code: { 'src/a.ts': 'const a = 1\n' },
      root: '/opt/project',
    },
    {
      title: 'a home folder, which `home-path-leak` reports',
      before: '## Lightweight Identifiers\n- `/home/jane/a.ts:1` — A\n',
      reports: [],
    },
    {
      title: 'paths in the text of any record: those with a line, and those of existing files',
      before:
        '## Session Continuity\n### Active Context\n- **Reasoning State**: `src/a.ts:1` is done, see src/gone.ts:4\n\n## Pending Questions\n- [ ] Is src/a.ts the place?\n- [ ] Is it and/or, https://example.org/src/a.ts:1, v1.2/b, `src/*.ts` or `npx tsx src/a.ts`?\n',
      reports: ['3:25 relative', '3:50 relative', '6:10 relative'],
      after:
        '## Session Continuity\n### Active Context\n- **Reasoning State**: `${PROJECT_ROOT}/src/a.ts:1` is done, see src/gone.ts:4\n\n## Pending Questions\n- [ ] Is ${PROJECT_ROOT}/src/a.ts the place?\n- [ ] Is it and/or, https://example.org/src/a.ts:1, v1.2/b, `src/*.ts` or `npx tsx src/a.ts`?\n',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'Windows separators after the prefix',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}\\src\\a.ts:1` — A\n\n## Blockers\n- [ ] Locked: ${PROJECT_ROOT}\\src\\b.ts:2\n',
      reports: ['2:4 separator', '5:15 separator'],
      after:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n\n## Blockers\n- [ ] Locked: ${PROJECT_ROOT}/src/b.ts:2\n',
    },
  ],
  check({ notes, code }, report) {
    for (const place of namedPlaces(notes, code)) {
      const { locator, span } = place
      const written = pathAsWritten(locator)
      if (locator.kind === 'project' && written.startsWith('${PROJECT_ROOT}\\')) {
        const fix = place.path && [{ span: place.path, text: `\${PROJECT_ROOT}/${locator.path}` }]
        report('separator', { span, data: { written, path: locator.path }, fix })
      }
      // `path-escape` reports paths that leave the root: a prefix would not help.
      if (locator.kind === 'project' || (locator.kind === 'relative' && climbsOut(locator.path))) continue
      if (revealsAccount(locator.path)) continue
      const { path, ...repair } = repairPath(place, code)
      if (locator.kind === 'relative')
        report('relative', {
          span,
          data: { written: locator.path, path: path ?? withoutDot(locator.path) },
          ...repair,
        })
      else if (locator.kind === 'absolute' || path !== undefined)
        report('absolute', { span, data: { path: locator.path }, ...repair })
    }
  },
})

const withoutDot = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')
