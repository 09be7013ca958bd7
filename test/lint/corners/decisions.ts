import type { Corners } from './corner.ts'

const log = (...decisions: readonly string[]): string => `## Decision Log\n${decisions.join('')}`
const at = (when: string, title: string, ...fields: readonly string[]): string =>
  `### ${when} - ${title}\n${fields.map(field => `${field}\n`).join('')}`
const superseded = (by: string): string =>
  log(at('2024-01-15T10:00:00Z', 'A', `**Status**: Superseded by ${by}`, '**Decision**: Use A'))
const B = at('2024-01-16T10:00:00Z', 'B', '**Decision**: Use B')
/** A log in the protocol's own shape, which the fast reader can read. */
const plain = (...scenarios: readonly string[]): string =>
  `## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- \`const a = 1\` [\${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n${scenarios.map((scenario, index) => `${index + 1}. ${scenario}\n`).join('')}\n#### 2024-01-14T10:00:00Z - B\n**Status**: Draft\n`
const table = (row: string): string =>
  `## Decision Log\n| Date | Decision | Rationale | Evidence |\n|---|---|---|---|\n| ${row} |\n`

export const decisionCorners: Corners = {
  'decision-order': [
    {
      title: 'expects oldest first when as many neighbours ascend as descend',
      before: log(at('2024-01-15', 'A'), at('2024-01-17', 'C'), at('2024-01-16', 'B')),
      reports: ['3:1-3:19 order'],
      words: ['expected oldest first'],
    },
    {
      title: 'expects newest first when most neighbours descend',
      before: log(at('2024-01-17', 'C'), at('2024-01-18', 'D'), at('2024-01-16', 'B'), at('2024-01-15', 'A')),
      reports: ['2:1-2:19 order'],
      words: ['expected newest first'],
    },
    {
      title: 'treats midnight as a moment, not as a day',
      before: log(
        at('2024-01-15T12:00:00Z', 'B'),
        at('2024-01-15T00:00:00Z', 'A'),
        at('2024-01-16T10:00:00Z', 'C'),
        at('2024-01-17T10:00:00Z', 'D'),
      ),
      reports: ['2:1-2:29 order'],
    },
    {
      title: 'checks the order of each log separately',
      before: `${log(at('2024-01-15', 'A'), at('2024-01-16', 'B'))}${log(at('2024-01-14', 'C'), at('2024-01-13', 'D'))}`,
      profile: 'loose',
      reports: [],
    },
  ],
  'decision-duplicate': [
    {
      title: 'reports a repeated title when neither decision has a decision text',
      before: log(
        at('2024-01-15', 'Cache', '**Rationale**: Fast'),
        at('2024-01-16', '*cache*', '**Rationale**: Cheap'),
      ),
      reports: ['4:1-4:25 duplicate'],
    },
    {
      title: 'reports a repeated title that ends in an invisible character',
      before: log(
        at('2024-01-15', 'Cache', '**Decision**: Use A'),
        at('2024-01-16', 'Cache \u200b', '**Decision**: Use A'),
      ),
      reports: ['4:1-4:25 duplicate'],
    },
    {
      title: 'accepts decisions that have nothing in common but a missing title',
      before: log('### 2024-01-15\n**Rationale**: Fast\n### 2024-01-16\n**Rationale**: Cheap\n'),
      reports: [],
    },
    {
      title: 'reports a repeated decision text without titles',
      before: log('### 2024-01-15\n**Decision**: Use A\n### 2024-01-16\n**Decision**: Use A\n'),
      reports: ['4:1-4:15 duplicate'],
    },
  ],
  'decision-supersede-link': [
    ...['2024-01-16T10:00:00Z', 'B', '[B](#b)', '[B]', '"B"', 'B, since it is faster', '#42 for good'].map(
      by => ({
        title: `${by === '"B"' ? 'reports' : 'accepts'} a successor written as ${by}`,
        before: superseded(by) + B,
        reports: by === '"B"' ? ['2:1-2:29 unknown'] : [],
      }),
    ),
    ...['D-012 (B)', 'D-012 - Other', 'D-012', '(B)', '(B'].map(by => ({
      title: `accepts a successor written as ${by} in a log with numbers`,
      before: superseded(by) + B.replace('- B', '- D-012: B'),
      reports: [],
    })),
    ...['[C](#b)', 'x [B](#b)', 'the one of #42', 'nothing (B)', 'A'].map(by => ({
      title: `reports the unknown successor ${by}`,
      before: superseded(by) + B,
      reports: ['2:1-2:29 unknown'],
    })),
    {
      title: 'accepts a successor in the archive section',
      before: `${superseded('Use C')}## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-14 | Use C | It holds | me |\n`,
      reports: [],
    },
    {
      title: 'accepts a successor in the archive file',
      before: superseded('Use C'),
      archived:
        '## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-14 | Use C | It holds | me |\n',
      reports: [],
    },
    {
      title: 'reports a number as successor when the only other decision has no timestamp',
      before: `${superseded('D-012')}### C\n**Decision**: Use C\n`,
      reports: ['2:1-2:29 unknown'],
    },
  ],
  'decision-fields': [
    {
      title: 'reports empty evidence among fields without emphasis',
      before: log('### 2024-01-15 - A\nDecision: Use A\nRationale: It holds\nEvidence: none\n'),
      reports: ['2:1-2:19 empty'],
    },
    {
      title: 'reports missing fields of a bullet whose second line looks like a field',
      before: '## Decision Log\n- **2024-01-15**: Use A\n  Evidence: none\n',
      profile: 'loose',
      reports: ['2:1-2:24 missing', '2:1-2:24 missing'],
    },
    {
      title: 'accepts a row with evidence',
      before: table('2024-01-15 | Use A | It holds | `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]'),
      reports: [],
    },
    {
      title: 'reports evidence that says there is none',
      before: log(
        at('2024-01-15', 'A', '**Decision**: Use A', '**Rationale**: It holds', '**Evidence**:', '- (none)'),
      ),
      reports: ['2:1-2:19 empty'],
    },
    {
      title: 'leaves evidence in words to `evidence-format`',
      before: log(
        at(
          ...(['2024-01-15', 'A', '**Decision**: Use A', '**Rationale**: It holds'] as const),
          ...['**Evidence**:', '- None of them was faster'],
        ),
      ),
      reports: [],
    },
    {
      title: 'accepts a draft without any field',
      before: log(at('2024-01-15', 'A', '**Status**: Draft')),
      reports: [],
    },
  ],
  'decision-scenarios': [
    { title: 'accepts three scenarios', before: plain('It is used', 'It is empty', 'It fails'), reports: [] },
    {
      title: 'accepts four scenarios',
      before: plain('It is used', 'It is empty', 'It fails', 'It is late'),
      reports: [],
    },
    {
      title: 'reports two scenarios in the protocol’s own shape',
      before: plain('It is used', 'It is empty'),
      reports: ['3:1-3:30 few'],
      words: ['2'],
    },
    {
      title: 'does not count a scenario that says None',
      before: plain('It is used', 'It is empty', 'None'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'does not count a bold line after the scenarios',
      before: plain('It is used', 'It is empty\n**or** not'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'does not count numbers inside a quote as scenarios',
      before: plain('It is used', 'It is empty').replace('const a = 1', '1. a 2. b 3. c'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'does not count a scenario that is only an encoded dash',
      before: plain('&#8212;', 'It is empty', 'It fails'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'accepts a draft without scenarios',
      before: log(at('2024-01-15', 'A', '**Status**: Draft', '**Decision**: Use A')),
      reports: [],
    },
  ],
  'decision-timestamp': [
    {
      title: 'reports an impossible date followed by a colon',
      before: log('### 2024-13-15: A\n**Decision**: A\n'),
      reports: ['2:5-2:15 format'],
    },
    {
      title: 'does not take a date in the middle of a title as the timestamp',
      before: log('### Since 15.01.2024 - A\n**Decision**: A\n'),
      reports: ['2:1-2:25 missing'],
    },
    {
      title: 'does not take a version number as a timestamp',
      before: log('### 1.2 of A\n**Decision**: A\n'),
      reports: ['2:1-2:13 missing'],
    },
    {
      title: 'reports a range of days as the timestamp',
      before: log('### 2024-01-15/16 - A\n**Decision**: A\n'),
      reports: ['2:5-2:18 format'],
    },
    {
      title: 'changes a lower-case t in a timestamp to T',
      before: log('### 2024-01-15t10:00:00Z - A\n**Decision**: A\n'),
      reports: ['2:5-2:25 format, safe fix'],
      after: log('### 2024-01-15T10:00:00Z - A\n**Decision**: A\n'),
    },
  ],
}
