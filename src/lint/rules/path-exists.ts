import { citedFile, isAbsent, repairPath } from '../facts/cited-places.ts'
import { revealsAccount } from '../facts/home-paths.ts'
import { movedPlace } from '../facts/moved-place.ts'
import { isPast, namedPlaces } from '../facts/places-in-words.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'path-exists',
  group: 'paths',
  summary: 'Require every cited file to exist in the project',
  why: 'A reference replaces a copy of its content: when the file is gone, so is what the notes relied on. Evidence is covered by `evidence-matches`.',
  fix: 'unsafe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    missing: 'Unexpected path `{{path}}`, expected a file in the project',
    elsewhere: 'Unexpected path `{{path}}`, expected `{{found}}`, the only file whose path ends this way',
    moved: 'Unexpected path `{{path}}`, expected {{found}}, where the code is now',
  },
  examples: [
    {
      title: 'an existing file',
      before: '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/a.ts:1` — A\n',
      reports: [],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'missing files',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/b.ts:1` — B\n- `${PROJECT_ROOT}/src/c.ts:1-4` — C\n',
      reports: ['2:4 missing', '3:4 missing'],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a path without its leading folders, and one that matches two files',
      before:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/auth/a.ts:1` — A\n- `${PROJECT_ROOT}/b.ts:1` — B\n',
      reports: ['2:4 elsewhere', '3:4 missing'],
      after:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/auth/a.ts:1` — A\n- `${PROJECT_ROOT}/b.ts:1` — B\n',
      code: { 'src/auth/a.ts': 'const a = 1\n', 'src/b.ts': '', 'test/b.ts': '' },
    },
    {
      title: 'a relative path, in a profile that allows them',
      before: '## Lightweight Identifiers\n- `auth/a.ts:1` — A\n- `src:1` — a folder\n- `src/` — a folder\n',
      reports: ['2:4 elsewhere', '3:4 missing'],
      after:
        '## Lightweight Identifiers\n- `${PROJECT_ROOT}/src/auth/a.ts:1` — A\n- `src:1` — a folder\n- `src/` — a folder\n',
      profile: 'loose',
      code: { 'src/auth/a.ts': 'const a = 1\n' },
    },
    {
      title: 'missing files in the text of a record; a record of the past may name removed files',
      before:
        '## Blockers\n- [ ] Broken: ${PROJECT_ROOT}/src/gone.ts:1\n- [x] Broken: ${PROJECT_ROOT}/src/gone.ts:1\n\n## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T10:00Z | a | Split ${PROJECT_ROOT}/src/gone.ts:1 from ${PROJECT_ROOT}/a.ts:1 |\n',
      reports: ['2:15 missing', '8:68 elsewhere'],
      after:
        '## Blockers\n- [ ] Broken: ${PROJECT_ROOT}/src/gone.ts:1\n- [x] Broken: ${PROJECT_ROOT}/src/gone.ts:1\n\n## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T10:00Z | a | Split ${PROJECT_ROOT}/src/gone.ts:1 from ${PROJECT_ROOT}/src/a.ts:1 |\n',
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a reference whose file was renamed since it was verified',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/a.ts:1 | A | 2023-06-01 |\n',
      reports: ['4:3 moved'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/src/b.ts:1 | A | 2023-06-01 |\n',
      past: { 'src/a.ts': 'const a = 1\n' },
      code: { 'src/b.ts': 'const a = 1\n' },
    },
  ],
  check(context, report) {
    const { notes, text, code } = context
    for (const place of namedPlaces(notes, code)) {
      const { part, record, locator, span } = place
      // In a `sam` file `path-prefix` already reports relative paths.
      if (part === 'evidence' || (locator.kind === 'relative' && notes.profile === 'sam')) continue
      const cited = citedFile(locator, code)
      if (cited === undefined || !isAbsent(cited, locator) || revealsAccount(locator.path)) continue
      const moved = context.movedPlaces.get(locator)
      if (moved !== undefined) {
        const { found, fix } = movedPlace(text, place, moved, code)
        report('moved', { span, data: { path: locator.path, found }, fixKind: 'safe', fix })
        continue
      }
      const { path, ...repair } = repairPath(place, code)
      // History may name a file that has been removed since.
      if (path === undefined && part === 'words' && isPast(record)) continue
      if (path === undefined) report('missing', { span, data: { path: locator.path } })
      else report('elsewhere', { span, data: { path: locator.path, found: path }, ...repair })
    }
  },
})
