import type { CodeReader } from '../../evidence/code.ts'
import { projectPath } from '../../evidence/project-path.ts'
import { type CitedPlace, citedPlaces, climbsOut } from '../cited-places.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-prefix',
  group: 'paths',
  summary: 'Require the `${PROJECT_ROOT}` prefix on every path',
  why: 'A relative path resolves against a working directory that the next session does not share; an absolute one exists on one machine only.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    relative: 'Unexpected relative path `{{path}}`, expected `${PROJECT_ROOT}/{{path}}`',
    absolute: 'Unexpected absolute path `{{path}}`, expected a path from `${PROJECT_ROOT}`',
  },
  examples: [
    {
      title: 'a place in the project',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      reports: [],
      profile: 'sam',
    },
    {
      title: 'a relative reference to a file that is there',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| src/a.ts:1 | A | 10:00:00Z |\n',
      reports: ['4:3 relative'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 10:00:00Z |\n',
      profile: 'sam',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a relative reference with a dot, to a file that nobody knows',
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
      title: 'the file column of a debt, and a path of one machine',
      before:
        '## Technical Debt\n| ID | Description | Severity | File | Line |\n|---|---|---|---|---|\n| TD-001 | A | LOW | src/a.ts | 1 |\n| TD-002 | B | LOW | /opt/b.ts | 1 |\n',
      reports: ['4:22 relative', '5:22 absolute'],
      after:
        '## Technical Debt\n| ID | Description | Severity | File | Line |\n|---|---|---|---|---|\n| TD-001 | A | LOW | ${PROJECT_ROOT}/src/a.ts | 1 |\n| TD-002 | B | LOW | /opt/b.ts | 1 |\n',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
  ],
  check({ notes, code }, report) {
    for (const place of citedPlaces(notes)) {
      const { locator, span } = place
      // `path-escape` has what leads out of the root: a prefix would not help.
      if (locator.kind === 'project' || (locator.kind === 'relative' && climbsOut(locator.path))) continue
      const inside = insideOf(place, code)
      if (locator.kind === 'home' && inside === undefined) continue
      const isThere = inside !== undefined && code !== undefined && !isMissing(inside, code)
      const fix =
        isThere && place.path !== undefined
          ? { fix: [{ span: place.path, text: `\${PROJECT_ROOT}/${inside}` }] }
          : {}
      if (locator.kind === 'relative')
        report('relative', { span, data: { path: inside ?? locator.path }, ...fix })
      else report('absolute', { span, data: { path: locator.path }, ...fix })
    }
  },
})

function insideOf({ locator }: CitedPlace, code: CodeReader | undefined): string | undefined {
  if (locator.kind === 'relative') return locator.path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')
  return code === undefined ? undefined : projectPath(locator, code)
}

function isMissing(path: string, code: CodeReader): boolean {
  const file = code.read(path)
  return 'problem' in file && (file.problem === 'missing' || file.problem === 'outside')
}
