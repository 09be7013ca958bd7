import type { CodeReader } from '../../evidence/code.ts'
import type { FileLocator } from '../../protocol/locator.ts'
import { citedFile } from '../cited-file.ts'
import { climbsOut, unsettledPlaces } from '../cited-places.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-escape',
  group: 'paths',
  summary: 'Disallow paths that lead out of the project',
  why: 'What lies outside of the root is not under version control, differs from machine to machine, and may be private; tools that follow notes must not be led there.',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    outside: 'Unexpected path `{{path}}` out of the project, expected a file below `${PROJECT_ROOT}`',
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
      // With code, `evidence-matches` says so.
      if (part === 'evidence' && code !== undefined) continue
      const { kind, path } = locator
      if (kind === 'home') {
        if (code?.toProject?.(path) === undefined) report('home', { span, data: { path } })
      } else if (leadsOut(locator, code)) report('outside', { span, data: { path } })
    }
  },
})

/** By its own words, or by a symbolic link on the way. */
function leadsOut(locator: FileLocator, code: CodeReader | undefined): boolean {
  if (locator.kind === 'absolute') return false
  if (climbsOut(locator.path)) return true
  const file = citedFile(locator, code)?.file
  return file !== undefined && 'problem' in file && file.problem === 'outside'
}
