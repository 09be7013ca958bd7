import type { Corners } from './corner.ts'

const log = (...decisions: readonly string[]): string => `## Decision Log\n${decisions.join('')}`
const A = '### 2024-01-15T10:00:00Z - A\n'
const archive = (...rows: readonly string[]): string =>
  `## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n${rows.join('')}`
const sessions = (...rows: readonly string[]): string =>
  `## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n${rows.map(row => `| ${row} |\n`).join('')}`
const evidence = (...items: readonly string[]): string =>
  `**Decision**: Use A\n**Evidence**:\n${items.map(item => `- ${item}\n`).join('')}`
const PLACE = '[${PROJECT_ROOT}/src/a.ts:1]'
const code = { 'src/a.ts': 'const a = 1\n' }

export const historyCorners: Corners = {
  'decision-append-only': [
    {
      title: 'the log is gone',
      before: '# Notes\n## Learnings\n',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['1:1-1:8 gone'],
    },
    {
      title: 'the log is gone, and words stand above what is left',
      before: 'Words\n\n# Notes\n',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['3:1-3:8 gone'],
    },
    {
      title: 'all is gone',
      before: '',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['1:1-1:1 gone'],
    },
    {
      title: 'one with a long title and a token in it is gone',
      before: log(),
      committed: log(
        `### 2024-01-15T10:00:00Z - Use \`ghp_${'a1B2'.repeat(9)}\`  here ${'and there '.repeat(9)}\n`,
      ),
      reports: ['1:1-1:16 gone'],
      words: ['Use ghp_… here and there and there and there and there and t…", expected'],
    },
    {
      title: 'another title, and another time',
      before: log(
        '### 2024-01-15T10:00:00Z - B\n**Decision**: Use A\n',
        '### 2024-01-17T10:00:00Z - C\n**Decision**: Use C\n',
      ),
      committed: log(A, '**Decision**: Use A\n', '### 2024-01-16T10:00:00Z - C\n**Decision**: Use C\n'),
      reports: ['2:1-2:29 rewritten', '4:1-4:29 rewritten'],
    },
    {
      title: 'a time more',
      before: log(A, '**Decision**: Use A\n'),
      committed: log('### A\n**Decision**: Use A\n'),
      reports: [],
    },
    {
      title: 'a time that cannot be read any more, which `decision-timestamp` reports',
      before: log('### 15 January - A\n**Decision**: Use A\n', '### 16 January - X\n**Decision**: Use B\n'),
      committed: log(A, '**Decision**: Use A\n', '### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n'),
      reports: ['4:1-4:19 rewritten'],
    },
    {
      title: 'without its decision, which `decision-fields` reports, and without it but with another reason',
      before: log(A, '**Rationale**: It holds\n', '### 2024-01-16T10:00:00Z - B\n**Rationale**: It is new\n'),
      committed: log(
        A,
        '**Decision**: Use A\n**Rationale**: It holds\n',
        '### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n**Rationale**: It holds\n',
      ),
      reports: ['4:1-4:29 rewritten'],
    },
    {
      title: 'two scenarios left, which `decision-scenarios` reports, and three of which one is another',
      before: log(
        A,
        '**Test Scenarios**:\n1. One\n2. Other\n',
        '### 2024-01-16T10:00:00Z - B\n**Test Scenarios**:\n1. One\n2. Two\n3. Other\n',
      ),
      committed: log(
        A,
        '**Test Scenarios**:\n1. One\n2. Two\n3. Three\n',
        '### 2024-01-16T10:00:00Z - B\n**Test Scenarios**:\n1. One\n2. Two\n3. Three\n',
      ),
      reports: ['6:1-6:29 rewritten'],
    },
    {
      title: 'a place without its quote, which `evidence-format` reports',
      before: log(A, evidence(PLACE, '`const c = 1` [#42]')),
      committed: log(A, evidence(`\`const a = 1\` ${PLACE}`, '`const c = 1` [#42]')),
      code,
      reports: [],
    },
    {
      title: 'what a superseded one is marked with',
      before: log(
        '### 2024-01-15T10:00:00Z - A [SUPERSEDED by B]\n**Decision**: Use A\n',
        '### 2024-01-16T10:00:00Z - B (superseded)\n**Decision**: Use B\n',
        '### 2024-01-17T10:00:00Z - C: superseded\n**Decision**: Use C\n',
      ),
      committed: log(
        A,
        '**Decision**: Use A\n',
        '### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n',
        '### 2024-01-17T10:00:00Z - C\n**Decision**: Use C\n',
      ),
      reports: [],
    },
    {
      title: 'the same words in other cases, blanks and marks',
      before: log(A, '**Decision**:  use *a*\u200b now \n'),
      committed: log(A, '**Decision**: Use A now\n'),
      reports: [],
    },
    {
      title: 'of two that are called the same one is gone',
      before: log(A, '**Status**: Superseded by B\n**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use A\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'of two that are called the same both have a status more',
      before: log(
        A,
        '**Status**: Superseded by B\n**Decision**: Use A\n',
        A,
        '**Status**: Superseded by C\n**Decision**: Use A\n',
      ),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use A\n'),
      reports: [],
    },
    {
      title: 'of two that are called the same the one that says something else is gone',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use B\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'of two that said the same the first was rewritten',
      before: log(A, '**Decision**: Use X\n', A, '**Status**: Superseded by B\n**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use A\n'),
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'a quote that was rewritten and is not in the code, which `evidence-matches` reports',
      before: log(A, evidence(`\`const a = 2\` ${PLACE}`)),
      committed: log(A, evidence(`\`const a = 1\` ${PLACE}`)),
      code,
      reports: [],
    },
    {
      title: 'a quote that was rewritten beside words from an issue',
      before: log(A, evidence(`\`const a = 1\` ${PLACE}`, '`too slow` [#42]')),
      committed: log(A, evidence(`\`const b = 1\` ${PLACE}`, '`too slow` [#42]')),
      code,
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'a quote that was rewritten beside an issue',
      before: log(A, evidence(`\`const a = 1\` ${PLACE}`, '#42')),
      committed: log(A, evidence(`\`const b = 1\` ${PLACE}`, '#42')),
      code,
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'one without a time is gone',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', '### B\n**Decision**: Use B\n'),
      reports: ['1:1-1:16 gone'],
      words: ['the decision "B"'],
    },
    {
      title: 'an archived one is gone from the archive',
      before: log() + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      committed:
        log() +
        archive('| 2024-01-14 | Use C | It holds | me |\n', '| 2024-01-13 | Use B | It holds | me |\n'),
      reports: ['2:1-2:20 gone'],
    },
    {
      title: 'one is gone from a log with an archive below it',
      before: log() + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n') + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'an archived one has another reason now',
      before: archive('| 2024-01-14 | Use C | It broke | me |\n'),
      committed: archive('| 2024-01-14 | Use C | It holds | me |\n'),
      reports: ['4:1-4:39 rewritten'],
    },
    {
      title: 'a part is gone where no rule about parts reports',
      profile: 'loose',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n**Rationale**: It holds\n'),
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'a day alone is no name: another of that day is another one',
      before: log('### 2024-01-15 - B\n**Decision**: Use B\n'),
      committed: log('### 2024-01-15 - A\n**Decision**: Use A\n'),
      reports: ['1:1-1:16 gone'],
    },
    ...['2024-01-15T10:00:00Z', '2024-01-15T10:00Z'].map(at => ({
      title: `what was decided at ${at} is known by that moment`,
      before: log(`### ${at} - B\n**Decision**: Use B\n`),
      committed: log(`### ${at} - A\n**Decision**: Use A\n`),
      reports: [`2:1-2:${9 + at.length} rewritten`],
    })),
    {
      title: 'two that do not say what was decided have nothing in common',
      before: log('### 2024-01-15 - B\n**Rationale**: It is new\n'),
      committed: log('### 2024-01-14 - A\n**Rationale**: It holds\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'moved to the archive with its time, without one, and where it never had one',
      before:
        log() +
        archive(
          '| 2024-01-15T12:00Z | Use A | It holds | me |\n',
          '| | Use B | It holds | me |\n',
          '| 2024-01-13 | Use C | It holds | me |\n',
        ),
      committed: log(
        A,
        '**Decision**: Use A\n',
        '### 2024-01-14T10:00:00Z - B\n**Decision**: Use B\n',
        '### C\n**Decision**: Use C\n',
      ),
      reports: [],
    },
    {
      title: 'moved to another day of the archive',
      before: log() + archive('| 2024-01-13 | Use A | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['5:1-5:39 rewritten'],
    },
    {
      title: 'the archive has something else of that moment',
      before: log() + archive('| 2024-01-15T10:00:00Z | Use D | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['5:1-5:49 rewritten'],
    },
  ],
  'log-append-only': [
    {
      title: 'a row whose time cannot be read any more, where no other rule reports it',
      profile: 'loose',
      before: sessions('late | a | Started'),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'the archive has another row of that time',
      before: sessions(),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      archived: sessions('2024-01-10T14:30Z | a | Stopped'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'the archive has it',
      before: sessions(),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      archived: sessions('2024-01-10T14:30Z | a | Started'),
      reports: [],
    },
    {
      title: 'a row without a time is gone, and another one came',
      before: sessions(' | b | Other'),
      committed: sessions(' | a | Started'),
      reports: ['1:1-1:15 gone'],
      words: ['the log row "Started"'],
    },
    {
      title: 'another row of a day is another row, another one of a moment is not',
      before: sessions('2024-01-10 | b | Other', '2024-01-11T14:30:00Z | b | Other'),
      committed: sessions('2024-01-10 | a | Started', '2024-01-11T14:30:00Z | a | Started'),
      reports: ['1:1-1:15 gone', '5:1-5:37 rewritten'],
    },
    {
      title: 'two rows of one time were rewritten',
      before: sessions('2024-01-10T14:30Z | a | Three', '2024-01-10T14:30Z | a | Four'),
      committed: sessions('2024-01-10T14:30Z | a | One', '2024-01-10T14:30Z | a | Two'),
      reports: ['4:1-4:34 rewritten', '5:1-5:33 rewritten'],
    },
    {
      title: 'one of two equal rows is gone',
      before: sessions('2024-01-10T14:30Z | a | One'),
      committed: sessions('2024-01-10T14:30Z | a | One', '2024-01-10T14:30Z | a | One'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'the same words with another time',
      before: sessions('2024-01-11T14:30Z | a | Started'),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      reports: ['1:1-1:15 gone'],
    },
  ],
}
