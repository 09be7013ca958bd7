import { expect, test } from 'vitest'
import { lintContext } from '../../src/lint/context.ts'
import { lint } from '../../src/lint/lint.ts'
import rule from '../../src/lint/rules/decision-scenarios.ts'
import { readNotes } from '../../src/notes/notes.ts'

/** A log with one decision. With `bold` after the scenarios, it needs the full reader. */
const log = (scenario: string, bold = ''): string => `## Decision Log

#### 2024-01-15T14:30:00Z - Token expiry
**Decision**: Sessions slide
**Rationale**: Seen under load
**Evidence**:
- \`const graceMs = 900\` [\${PROJECT_ROOT}/src/auth/jwt.ts:52]
**Test Scenarios**:
1. At the boundary
2. Beyond it
3. ${scenario}
${bold}
## End
`

const reports = (text: string): readonly string[] => {
  const notes = readNotes(text, { profile: 'sam' })
  const context = lintContext(notes, { now: new Date('2024-01-16T00:00:00Z') })
  return lint(context, [rule], { rules: { [rule.name]: 'error' } }).findings.map(({ id }) => id)
}

test.each([
  ...['none', 'None.', 'n/a', 'N/A', 'NA', 'nil', 'nothing', 'tbd', 'TBD', 'none yet', 'None currently'],
  ...[
    'n',
    't',
    'no',
    'Not there',
    'Next',
    'Token',
    'to',
    'tb',
    'T b d',
    'n.o.n.e',
    '`none`',
    '**None**',
    '-',
  ],
  ...['x', 'Missing', '9 lines', 'écrit', 'a<br>b', '&#110;one', '\\none'],
])(
  'decision-scenarios judges the scenario `%s` the same with the fast reader and with the full one',
  scenario => {
    expect(reports(log(scenario))).toEqual(reports(log(scenario, '**Decided By**: me\n')))
  },
)

test('decision-scenarios does not count a scenario whose only word is none', () => {
  expect(reports(log('none'))).toEqual(['few'])
  expect(reports(log('Token is missing'))).toEqual([])
})
