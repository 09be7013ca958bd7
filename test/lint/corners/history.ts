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
      title: 'reports a decision when the whole log is gone',
      before: '# Notes\n## Learnings\n',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['1:1-1:8 gone'],
    },
    {
      title: 'reports a lost decision log at the first heading that is left',
      before: 'Words\n\n# Notes\n',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['3:1-3:8 gone'],
    },
    {
      title: 'reports a lost decision in an empty file',
      before: '',
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['1:1-1:1 gone'],
    },
    {
      title: 'masks a token and clips a long title of a lost decision',
      before: log(),
      committed: log(
        `### 2024-01-15T10:00:00Z - Use \`ghp_${'a1B2'.repeat(9)}\`  here ${'and there '.repeat(9)}\n`,
      ),
      reports: ['1:1-1:16 gone'],
      words: ['Use ghp_… here and there and there and there and there and t…", expected'],
    },
    {
      title: 'reports a changed title and a changed timestamp as rewritten',
      before: log(
        '### 2024-01-15T10:00:00Z - B\n**Decision**: Use A\n',
        '### 2024-01-17T10:00:00Z - C\n**Decision**: Use C\n',
      ),
      committed: log(A, '**Decision**: Use A\n', '### 2024-01-16T10:00:00Z - C\n**Decision**: Use C\n'),
      reports: ['2:1-2:29 rewritten', '4:1-4:29 rewritten'],
    },
    {
      title: 'accepts a timestamp added to a decision',
      before: log(A, '**Decision**: Use A\n'),
      committed: log('### A\n**Decision**: Use A\n'),
      reports: [],
    },
    {
      title: 'leaves an unreadable timestamp to `decision-timestamp` and reports a changed decision text',
      before: log('### 15 January - A\n**Decision**: Use A\n', '### 16 January - X\n**Decision**: Use B\n'),
      committed: log(A, '**Decision**: Use A\n', '### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n'),
      reports: ['4:1-4:19 rewritten'],
    },
    {
      title: 'leaves a removed decision text to `decision-fields` and reports a changed rationale',
      before: log(A, '**Rationale**: It holds\n', '### 2024-01-16T10:00:00Z - B\n**Rationale**: It is new\n'),
      committed: log(
        A,
        '**Decision**: Use A\n**Rationale**: It holds\n',
        '### 2024-01-16T10:00:00Z - B\n**Decision**: Use B\n**Rationale**: It holds\n',
      ),
      reports: ['4:1-4:29 rewritten'],
    },
    {
      title: 'leaves a removed scenario to `decision-scenarios` and reports a changed one',
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
      title: 'leaves a removed quote to `evidence-format`',
      before: log(A, evidence(PLACE, '`const c = 1` [#42]')),
      committed: log(A, evidence(`\`const a = 1\` ${PLACE}`, '`const c = 1` [#42]')),
      code,
      reports: [],
    },
    {
      title: 'accepts a superseded marker added to a title',
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
      title: 'accepts the same words with other case, spaces and emphasis',
      before: log(A, '**Decision**:  use *a*\u200b now \n'),
      committed: log(A, '**Decision**: Use A now\n'),
      reports: [],
    },
    {
      title: 'reports the loss of one of two equal decisions',
      before: log(A, '**Status**: Superseded by B\n**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use A\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'accepts a status added to both of two equal decisions',
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
      title: 'reports the loss of a decision although another one has its title',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use B\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'reports the first of two equal decisions as rewritten',
      before: log(A, '**Decision**: Use X\n', A, '**Status**: Superseded by B\n**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', A, '**Decision**: Use A\n'),
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'leaves a rewritten quote that is not in the code to `evidence-matches`',
      before: log(A, evidence(`\`const a = 2\` ${PLACE}`)),
      committed: log(A, evidence(`\`const a = 1\` ${PLACE}`)),
      code,
      reports: [],
    },
    {
      title: 'accepts a quote that was read anew from the code, next to one from an issue',
      before: log(A, evidence(`\`const a = 1\` ${PLACE}`, '`too slow` [#42]')),
      committed: log(A, evidence(`\`const b = 1\` ${PLACE}`, '`too slow` [#42]')),
      code,
      reports: [],
    },
    {
      title: 'reports one of two pieces of evidence that was removed',
      before: log(A, evidence(`\`const a = 1\` ${PLACE}`)),
      committed: log(A, evidence(`\`const a = 1\` ${PLACE}`, '`too slow` [#42]')),
      code,
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'reports a lost decision without a timestamp',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n', '### B\n**Decision**: Use B\n'),
      reports: ['1:1-1:16 gone'],
      words: ['the decision "B"'],
    },
    {
      title: 'reports a decision lost from the archive',
      before: log() + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      committed:
        log() +
        archive('| 2024-01-14 | Use C | It holds | me |\n', '| 2024-01-13 | Use B | It holds | me |\n'),
      reports: ['2:1-2:20 gone'],
    },
    {
      title: 'reports a decision lost from a log above an archive',
      before: log() + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n') + archive('| 2024-01-14 | Use C | It holds | me |\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'reports a changed rationale of an archived decision',
      before: archive('| 2024-01-14 | Use C | It broke | me |\n'),
      committed: archive('| 2024-01-14 | Use C | It holds | me |\n'),
      reports: ['4:1-4:39 rewritten'],
    },
    {
      title: 'reports a removed field in a profile that requires no fields',
      profile: 'loose',
      before: log(A, '**Decision**: Use A\n'),
      committed: log(A, '**Decision**: Use A\n**Rationale**: It holds\n'),
      reports: ['2:1-2:29 rewritten'],
    },
    {
      title: 'does not match decisions by their day alone',
      before: log('### 2024-01-15 - Retries\n**Decision**: Ask twice\n'),
      committed: log('### 2024-01-15 - Cache\n**Decision**: Keep an hour\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title: 'recognizes an edited decision by most of its words',
      before: log('### 2024-01-15 - Caches\n**Decision**: Keep an hour\n'),
      committed: log('### 2024-01-15 - Cache\n**Decision**: Keep one hour\n'),
      reports: ['2:1-2:24 rewritten'],
    },
    ...['2024-01-15T10:00:00Z', '2024-01-15T10:00Z'].map(at => ({
      title: `matches decisions by the moment ${at}`,
      before: log(`### ${at} - B\n**Decision**: Use B\n`),
      committed: log(`### ${at} - A\n**Decision**: Use A\n`),
      reports: [`2:1-2:${9 + at.length} rewritten`],
    })),
    {
      title: 'does not match two decisions without decision text',
      before: log('### 2024-01-15 - B\n**Rationale**: It is new\n'),
      committed: log('### 2024-01-14 - A\n**Rationale**: It holds\n'),
      reports: ['1:1-1:16 gone'],
    },
    {
      title:
        'accepts decisions moved to the archive with their timestamp, without it, and without ever having one',
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
      title: 'reports a decision that was archived under another day',
      before: log() + archive('| 2024-01-13 | Use A | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['5:1-5:39 rewritten'],
    },
    {
      title: 'reports a moved decision when the archive has another text for its moment',
      before: log() + archive('| 2024-01-15T10:00:00Z | Use D | It holds | me |\n'),
      committed: log(A, '**Decision**: Use A\n'),
      reports: ['5:1-5:49 rewritten'],
    },
  ],
  'log-append-only': [
    {
      title: 'reports a row whose timestamp became unreadable in the loose profile',
      profile: 'loose',
      before: sessions('late | a | Started'),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'reports a lost row when the archive has another row of that time',
      before: sessions(),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      archived: sessions('2024-01-10T14:30Z | a | Stopped'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'accepts a row that moved to the archive',
      before: sessions(),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      archived: sessions('2024-01-10T14:30Z | a | Started'),
      reports: [],
    },
    {
      title: 'reports a lost row without a timestamp when another row was added',
      before: sessions(' | b | Other'),
      committed: sessions(' | a | Started'),
      reports: ['1:1-1:15 gone'],
      words: ['the log row "Started"'],
    },
    {
      title: 'matches rows by their moment, but not by their day',
      before: sessions('2024-01-10 | b | Other', '2024-01-11T14:30:00Z | b | Other'),
      committed: sessions('2024-01-10 | a | Started', '2024-01-11T14:30:00Z | a | Started'),
      reports: ['1:1-1:15 gone', '5:1-5:37 rewritten'],
    },
    {
      title: 'reports two rewritten rows with the same timestamp',
      before: sessions('2024-01-10T14:30Z | a | Three', '2024-01-10T14:30Z | a | Four'),
      committed: sessions('2024-01-10T14:30Z | a | One', '2024-01-10T14:30Z | a | Two'),
      reports: ['4:1-4:34 rewritten', '5:1-5:33 rewritten'],
    },
    {
      title: 'reports the loss of one of two equal rows',
      before: sessions('2024-01-10T14:30Z | a | One'),
      committed: sessions('2024-01-10T14:30Z | a | One', '2024-01-10T14:30Z | a | One'),
      reports: ['1:1-1:15 gone'],
    },
    {
      title: 'reports a row whose timestamp changed',
      before: sessions('2024-01-11T14:30Z | a | Started'),
      committed: sessions('2024-01-10T14:30Z | a | Started'),
      reports: ['1:1-1:15 gone'],
    },
  ],
}
