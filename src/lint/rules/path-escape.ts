import type { CodeReader } from '../../evidence/code.ts'
import type { FileLocator } from '../../notes/text/locator.ts'
import { citedFile, climbsOut, unsettledPlaces } from '../facts/cited-places.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-escape',
  group: 'paths',
  summary: 'Disallow paths that lead out of the project',
  why: 'Files outside the root are not under version control, differ from machine to machine and may be private. Tools that follow the notes must not be led there.',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    outside: 'Unexpected path `{{path}}` outside the project, expected a file below `${PROJECT_ROOT}`',
    home: 'Unexpected path `{{path}}` in a home folder, expected a file below `${PROJECT_ROOT}`',
  },
  examples: [
    {
      title: 'a path that goes up and comes back',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/../lib/a.ts:1` — A\n',
      reports: [],
    },
    {
      title: 'paths that lead out of the root',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/../other/a.ts:1` — A\n- `../other/b.ts:1` — B\n- `~/other/c.ts:1` — C\n',
      reports: ['2:4 outside', '3:4 outside', '4:4 home'],
    },
    {
      title: 'evidence, when there is no code to compare it with',
      before:
        '## Decision Log\n### 2024-01-15T14:30:00Z - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/../a.ts:1]\n',
      reports: ['5:18 outside'],
    },
  ],
  check({ notes, code }, report) {
    for (const { part, locator, span } of unsettledPlaces(notes)) {
      // When there is code to compare, `evidence-matches` reports this.
      if (part === 'evidence' && code !== undefined) continue
      const { kind, path } = locator
      if (kind === 'home') {
        if (code?.toProject?.(path) === undefined) report('home', { span, data: { path } })
      } else if (leadsOut(locator, code)) report('outside', { span, data: { path } })
    }
  },
})

/** Does the path leave the project, through `..` or a symbolic link? */
function leadsOut(locator: FileLocator, code: CodeReader | undefined): boolean {
  if (locator.kind === 'absolute') return false
  if (climbsOut(locator.path)) return true
  const file = citedFile(locator, code)?.file
  return file !== undefined && 'problem' in file && file.problem === 'outside'
}
