import type { Ambiguous } from '../../evidence/states.ts'
import type { FileLocator } from '../../notes/text/locator.ts'
import { maskSecrets } from '../../safety/secrets.ts'
import { type CitedPlace, citedFile, isAbsent, placesOf } from '../facts/cited-places.ts'
import { headingOf } from '../facts/decisions.ts'
import { revealsAccount } from '../facts/home-paths.ts'
import { linesInWords, movedPlace } from '../facts/moved-place.ts'
import { defineRule } from '../rule.ts'

const MAX_CODE = 100

export default defineRule({
  name: 'evidence-matches',
  group: 'evidence',
  summary: 'Require quotes to match the code at the location they cite',
  why: 'Evidence that no longer matches the code is worse than none, because it is believed. A matching quote proves that the code is there, not that the conclusion follows.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    moved: 'Unexpected {{cited}} in `{{path}}`, expected {{found}}, where the quote is now',
    changed:
      'Missing quote in `{{path}}`, expected it word for word; the closest code is on {{found}}: `{{closest}}`',
    gone: 'Missing quote in `{{path}}`, expected it word for word; its line was deleted',
    unchecked:
      'Missing check of {{cited}} in `{{path}}`, expected a file and a git history that can be searched within the limits',
    ambiguous:
      'Unexpected {{cited}} in `{{path}}`, expected one of the {{count}} places with this quote: {{found}}',
    file: 'Unexpected path `{{path}}`, expected a readable file in the project',
    line: 'Unexpected {{cited}} in `{{path}}`, expected a line from 1 to {{count}}',
    outside: 'Unexpected path `{{path}}` outside the project, expected a file below `${PROJECT_ROOT}`',
  },
  examples: [
    {
      title: 'a quote at its cited line, and an issue',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n- #42\n',
      reports: [],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'quotes that have moved further down',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n- `const b = 2` [${PROJECT_ROOT}/src/a.ts#L1-L2]\n',
      reports: ['5:18 moved', '6:18 moved'],
      after:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:3]\n- `const b = 2` [${PROJECT_ROOT}/src/a.ts#L4]\n',
      code: { 'src/a.ts': '// one\n// two\nconst a = 1\nconst b = 2\n' },
    },
    {
      title: 'changed code, and a quote found twice elsewhere',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n- `call()` [${PROJECT_ROOT}/src/a.ts:1]\n',
      reports: ['5:18 changed', '6:13 ambiguous'],
      code: { 'src/a.ts': 'const a = 2\ncall()\ncall()\n' },
    },
    {
      title: 'a renamed file, and a quote of several lines in it',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `export const first = 1` [${PROJECT_ROOT}/src/old.ts:1]\n- [${PROJECT_ROOT}/src/old.ts#L1-L2]\n  ```\n  export const first = 1\n  export const second = 2\n  ```\n',
      reports: ['5:29 moved', '6:4 moved'],
      after:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `export const first = 1` [${PROJECT_ROOT}/src/new.ts:2]\n- [${PROJECT_ROOT}/src/new.ts#L2-L3]\n  ```\n  export const first = 1\n  export const second = 2\n  ```\n',
      code: { 'src/new.ts': '\nexport const first = 1\nexport const second = 2\n' },
    },
    {
      title: 'a missing file, and two others that contain the quote',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `export const first = 1` [${PROJECT_ROOT}/src/old.ts:1]\n',
      reports: ['5:29 ambiguous'],
      code: { 'src/a.ts': 'export const first = 1\n', 'src/b.ts': 'export const first = 1\n' },
    },
    {
      title: 'no such file, no such line, another project',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/b.ts:1]\n- `zzz` [${PROJECT_ROOT}/src/a.ts:9]\n- `const a = 1` [~/other/a.ts:1]\n',
      reports: ['5:18 file', '6:10 line', '7:18 outside'],
      code: { 'src/a.ts': 'const a = 1\n' },
    },
    {
      title: 'a relative path in the `loose` profile, a path without lines, and more places than are listed',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [src/gone.ts:2]\n- `const b = 2` [${PROJECT_ROOT}/src/b.ts]\n- `call()` [${PROJECT_ROOT}/src/a.ts:1-2,9]\n- `call(2)` [/elsewhere/a.ts:1]\n',
      reports: ['5:18 file', '7:13 ambiguous', '8:14 outside'],
      profile: 'loose',
      code: {
        'src/a.ts': '\n\ncall()\ncall()\ncall()\ncall()\ncall()\ncall()\n',
        'src/b.ts': '\nconst b = 2\n',
      },
      root: '/work/project',
    },
    {
      title: 'a deleted line, and a file that is too large',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]\n- `b` [${PROJECT_ROOT}/src/large.ts:1]\n',
      reports: ['5:18 gone', '6:8 unchecked'],
      code: { 'src/a.ts': 'export default {}\n', 'src/large.ts': null },
    },
    {
      title: 'changed code that is shortened because it is long',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n**Evidence**:\n- `export function isTokenExpired(token: Token, graceMilliseconds = 900000, now = Date.now()): boolean` [${PROJECT_ROOT}/src/a.ts:1-2]\n',
      reports: ['5:106 changed'],
      code: {
        'src/a.ts':
          'export function isTokenExpired(token: Token,  graceMilliseconds = 600000, now = Date.now()): boolean { return `${token}` }\n',
      },
    },
  ],
  check({ notes, text, code, claims }, report) {
    if (claims.length === 0) return
    let places: ReadonlyMap<FileLocator, CitedPlace> = new Map()
    for (const { decision, claim, check } of claims) {
      if (check.state === 'ok' || check.state === 'external') continue
      const { locator } = claim
      if (locator === undefined || !('path' in locator)) continue
      // The claims of a decision are consecutive.
      if (!places.has(locator))
        places = new Map(placesOf(text, decision).map(place => [place.locator, place]))
      const place = places.get(locator)
      const span = place?.span ?? headingOf(text, decision)
      const { path } = locator
      const cited = linesInWords(locator.lines)
      // In a `sam` file `path-prefix` already reports a relative path to a missing file.
      const cites = citedFile(locator, code)
      if (locator.kind === 'relative' && notes.profile === 'sam' && cites && isAbsent(cites, locator))
        continue
      switch (check.state) {
        case 'moved': {
          const { found, fix } = movedPlace(text, place ?? { part: 'evidence', locator }, check, code)
          const fixKind = check.exact && check.certain ? 'safe' : 'unsafe'
          report('moved', { span, data: { path, cited, found }, fixKind, fix })
          break
        }
        case 'changed': {
          const closest = shorten(maskSecrets(check.closest.text))
          const { path: now, closest: code } = check
          const line = `line ${code.lines.from}`
          const found = now === path ? line : `${line} in \`${now}\``
          report('changed', { span, data: { path, found, closest } })
          break
        }
        case 'gone':
        case 'unchecked':
          report(check.state, { span, data: { path, cited } })
          break
        case 'ambiguous': {
          const data = { path, cited, count: check.at.length, found: placesInWords(check) }
          report('ambiguous', { span, data })
          break
        }
        case 'missing':
          if (check.what === 'file') report('file', { span, data: { path } })
          // `evidence-format` reports evidence without a quote.
          else if (check.what === 'line' && (claim.quote ?? '').trim() !== '')
            report('line', { span, data: { path, cited, count: check.count } })
          break
        case 'outside':
          // `path-prefix` reports absolute paths in a `sam` file, and `home-path-leak` reports home folders.
          if ((locator.kind !== 'absolute' || notes.profile !== 'sam') && !revealsAccount(path))
            report('outside', { span, data: { path } })
          break
        default:
      }
    }
  },
})

const MAX_PLACES = 5

function placesInWords({ at }: Ambiguous): string {
  const shown = at.slice(0, MAX_PLACES)
  const more = at.length > MAX_PLACES ? ', …' : ''
  if (new Set(at.map(({ path }) => path)).size === 1)
    return `lines ${shown.map(({ lines }) => lines.from).join(', ')}${more}`
  return `${shown.map(({ path, lines }) => `${path}:${lines.from}`).join(', ')}${more}`
}

/** Puts code on one line, without backticks, which would end the quote around it. */
function shorten(code: string): string {
  const plain = code.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim()
  return plain.length > MAX_CODE ? `${plain.slice(0, MAX_CODE)}…` : plain
}
