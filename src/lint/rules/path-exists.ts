import { projectPath } from '../../evidence/project-path.ts'
import { citedPlaces, climbsOut } from '../cited-places.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-exists',
  group: 'paths',
  summary: 'Require every cited file to be in the project',
  why: 'A reference is there so that its content need not be kept: when the file is gone, so is what the notes relied on. Evidence has a rule of its own, `evidence-matches`.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    missing: 'Unexpected path `{{path}}`, expected a file of the project',
  },
  examples: [
    {
      title: 'a file that is there',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n',
      reports: [],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'files that are not',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/b.ts:1` — B\n## Technical Debt\n| ID | Description | Severity | File |\n|---|---|---|---|\n| TD-001 | C | LOW | ${PROJECT_ROOT}/src/c.ts:1 |\n',
      reports: ['2:4 missing', '6:22 missing'],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
  ],
  check({ notes, code }, report) {
    if (code === undefined) return
    for (const { part, locator, span } of citedPlaces(notes)) {
      if (part === 'evidence' || locator.path === '' || climbsOut(locator.path)) continue
      const path = projectPath(locator, code)
      const file = path === undefined ? undefined : code.read(path)
      if (file === undefined || !('problem' in file)) continue
      const isFolderWithLines = file.problem === 'directory' && locator.lines.length > 0
      if (file.problem === 'missing' || isFolderWithLines)
        report('missing', { span, data: { path: locator.path } })
    }
  },
})
