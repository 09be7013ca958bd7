import type { Corners } from './corner.ts'

const log = (...decisions: readonly string[]): string => `## Decision Log\n${decisions.join('')}`
const at = (when: string, title: string, ...fields: readonly string[]): string =>
  `### ${when} - ${title}\n${fields.map(field => `${field}\n`).join('')}`
const superseded = (by: string): string =>
  log(at('2024-01-15T10:00:00Z', 'A', `**Status**: Superseded by ${by}`, '**Decision**: Use A'))
const B = at('2024-01-16T10:00:00Z', 'B', '**Decision**: Use B')
/** In the protocol's own shape, which is read the fast way. */
const plain = (...scenarios: readonly string[]): string =>
  `## Session Continuity\n### Decision Log\n#### 2024-01-15T10:00:00Z - A\n**Decision**: Use A\n**Rationale**: It holds\n**Evidence**:\n- \`const a = 1\` [\${PROJECT_ROOT}/src/a.ts:1]\n**Test Scenarios**:\n${scenarios.map((scenario, index) => `${index + 1}. ${scenario}\n`).join('')}\n#### 2024-01-14T10:00:00Z - B\n**Status**: Draft\n`
const table = (row: string): string =>
  `## Decision Log\n| Date | Decision | Rationale | Evidence |\n|---|---|---|---|\n| ${row} |\n`

export const decisionCorners: Corners = {
  'decision-order': [
    {
      title: 'half of them run up, half down: up it is',
      before: log(at('2024-01-15', 'A'), at('2024-01-17', 'C'), at('2024-01-16', 'B')),
      reports: ['3:1-3:19 order'],
      words: ['expected oldest first'],
    },
    {
      title: 'newest first',
      before: log(at('2024-01-17', 'C'), at('2024-01-18', 'D'), at('2024-01-16', 'B'), at('2024-01-15', 'A')),
      reports: ['2:1-2:19 order'],
      words: ['expected newest first'],
    },
    {
      title: 'at midnight is a moment, not a day',
      before: log(
        at('2024-01-15T12:00:00Z', 'B'),
        at('2024-01-15T00:00:00Z', 'A'),
        at('2024-01-16T10:00:00Z', 'C'),
        at('2024-01-17T10:00:00Z', 'D'),
      ),
      reports: ['2:1-2:29 order'],
    },
    {
      title: 'each log for itself',
      before: `${log(at('2024-01-15', 'A'), at('2024-01-16', 'B'))}${log(at('2024-01-14', 'C'), at('2024-01-13', 'D'))}`,
      profile: 'loose',
      reports: [],
    },
  ],
  'decision-duplicate': [
    {
      title: 'the same title twice, and neither says what was decided',
      before: log(
        at('2024-01-15', 'Cache', '**Rationale**: Fast'),
        at('2024-01-16', '*cache*', '**Rationale**: Cheap'),
      ),
      reports: ['4:1-4:25 duplicate'],
    },
    {
      title: 'a title that ends in what nobody sees',
      before: log(
        at('2024-01-15', 'Cache', '**Decision**: Use A'),
        at('2024-01-16', 'Cache \u200b', '**Decision**: Use A'),
      ),
      reports: ['4:1-4:25 duplicate'],
    },
    {
      title: 'nothing but days',
      before: log('### 2024-01-15\n**Rationale**: Fast\n### 2024-01-16\n**Rationale**: Cheap\n'),
      reports: [],
    },
    {
      title: 'what was decided without a title',
      before: log('### 2024-01-15\n**Decision**: Use A\n### 2024-01-16\n**Decision**: Use A\n'),
      reports: ['4:1-4:15 duplicate'],
    },
  ],
  'decision-supersede-link': [
    ...['2024-01-16T10:00:00Z', 'B', '[B](#b)', '[B]', '"B"', 'B, since it is faster', '#42 for good'].map(
      by => ({
        title: `by ${by}`,
        before: superseded(by) + B,
        reports: by === '"B"' ? ['2:1-2:29 unknown'] : [],
      }),
    ),
    ...['D-012 (B)', 'D-012 - Other', 'D-012', '(B)', '(B'].map(by => ({
      title: `by ${by} of a log with numbers`,
      before: superseded(by) + B.replace('- B', '- D-012: B'),
      reports: [],
    })),
    ...['[C](#b)', 'x [B](#b)', 'the one of #42', 'nothing (B)', 'A'].map(by => ({
      title: `by ${by}, which leads nowhere`,
      before: superseded(by) + B,
      reports: ['2:1-2:29 unknown'],
    })),
    {
      title: 'by one that was archived',
      before: `${superseded('Use C')}## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-14 | Use C | It holds | me |\n`,
      reports: [],
    },
    {
      title: 'by one in the archive file',
      before: superseded('Use C'),
      archived:
        '## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2024-01-14 | Use C | It holds | me |\n',
      reports: [],
    },
    {
      title: 'by one without a time, which has no number either',
      before: `${superseded('D-012')}### C\n**Decision**: Use C\n`,
      reports: ['2:1-2:29 unknown'],
    },
  ],
  'decision-fields': [
    {
      title: 'fields without emphasis, one of them empty',
      before: log('### 2024-01-15 - A\nDecision: Use A\nRationale: It holds\nEvidence: none\n'),
      reports: ['2:1-2:19 empty'],
    },
    {
      title: 'a bullet, in which a line is no field',
      before: '## Decision Log\n- **2024-01-15**: Use A\n  Evidence: none\n',
      profile: 'loose',
      reports: ['2:1-2:24 missing', '2:1-2:24 missing'],
    },
    {
      title: 'a row with evidence',
      before: table('2024-01-15 | Use A | It holds | `const a = 1` [${PROJECT_ROOT}/src/a.ts:1]'),
      reports: [],
    },
    {
      title: 'evidence that says there is none',
      before: log(
        at('2024-01-15', 'A', '**Decision**: Use A', '**Rationale**: It holds', '**Evidence**:', '- (none)'),
      ),
      reports: ['2:1-2:19 empty'],
    },
    {
      title: 'evidence in words, which `evidence-format` reports',
      before: log(
        at(
          ...(['2024-01-15', 'A', '**Decision**: Use A', '**Rationale**: It holds'] as const),
          ...['**Evidence**:', '- None of them was faster'],
        ),
      ),
      reports: [],
    },
    {
      title: 'a draft may still lack all of it',
      before: log(at('2024-01-15', 'A', '**Status**: Draft')),
      reports: [],
    },
  ],
  'decision-scenarios': [
    { title: 'three', before: plain('It is used', 'It is empty', 'It fails'), reports: [] },
    { title: 'four', before: plain('It is used', 'It is empty', 'It fails', 'It is late'), reports: [] },
    {
      title: 'two in the protocol’s own shape',
      before: plain('It is used', 'It is empty'),
      reports: ['3:1-3:30 few'],
      words: ['2'],
    },
    {
      title: 'three, of which one says nothing',
      before: plain('It is used', 'It is empty', 'None'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'two, and words in bold behind them',
      before: plain('It is used', 'It is empty\n**or** not'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'three behind two that a quote has',
      before: plain('It is used', 'It is empty').replace('const a = 1', '1. a 2. b 3. c'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'three, of which the first says nothing, in entities',
      before: plain('&#8212;', 'It is empty', 'It fails'),
      reports: ['3:1-3:30 few'],
    },
    {
      title: 'a draft may still lack them',
      before: log(at('2024-01-15', 'A', '**Status**: Draft', '**Decision**: Use A')),
      reports: [],
    },
  ],
  'decision-timestamp': [
    {
      title: 'a date that no calendar has, with a colon behind it',
      before: log('### 2024-13-15: A\n**Decision**: A\n'),
      reports: ['2:5-2:15 format'],
    },
    {
      title: 'a date in the middle of a title is none',
      before: log('### Since 15.01.2024 - A\n**Decision**: A\n'),
      reports: ['2:1-2:25 missing'],
    },
    {
      title: 'a version is no date',
      before: log('### 1.2 of A\n**Decision**: A\n'),
      reports: ['2:1-2:13 missing'],
    },
    {
      title: 'a range of days',
      before: log('### 2024-01-15/16 - A\n**Decision**: A\n'),
      reports: ['2:5-2:18 format'],
    },
    {
      title: 'a small t',
      before: log('### 2024-01-15t10:00:00Z - A\n**Decision**: A\n'),
      reports: ['2:5-2:25 format, safe fix'],
      after: log('### 2024-01-15T10:00:00Z - A\n**Decision**: A\n'),
    },
  ],
}
