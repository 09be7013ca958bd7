import type { Corners } from './corner.ts'

const line = (length: number): string => `- ${'x'.repeat(length - 2)}`

export const budgetCorners: Corners = {
  'file-budget': [
    {
      title: 'accepts a file of exactly fileBytes bytes',
      before: '## Learnings',
      settings: { fileBytes: 12 },
      reports: [],
    },
    {
      title: 'reports a file one byte over fileBytes',
      before: '## Learnings!',
      settings: { fileBytes: 12 },
      reports: ['1:4-1:14 bytes'],
    },
    {
      title: 'reports a large file without a heading at its start',
      before: '- Short\n',
      settings: { fileBytes: 5 },
      reports: ['1:1-1:1 bytes'],
    },
    {
      title: 'reports a large file at its first heading when text stands above it',
      before: 'Notes\n\n## Learnings\n- Short\n',
      settings: { fileBytes: 5 },
      reports: ['3:4-3:13 bytes'],
    },
    {
      title: 'accepts more bytes than the token limit when the tokens stay below it',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(900)}`,
      reports: [],
    },
  ],
  'line-length-sanity': [
    {
      title: 'accepts a line of exactly the maximum length',
      before: `## Learnings\n${line(2000)}\n`,
      reports: [],
    },
    {
      title: 'reports a line one character too long between other lines',
      before: `## Learnings\n- a\n${line(2001)}\n- b\n`,
      reports: ['3:2001-3:2002 long'],
      words: ['line of 2001 characters'],
    },
    {
      title: 'reports two lines that are too long, the second without a line break',
      before: `${line(2100)}\n${line(2001)}`,
      reports: ['1:2001-1:2101 long', '2:2001-2:2002 long'],
    },
    { title: 'accepts a short last line without a line break', before: `${line(1990)}\n- b`, reports: [] },
  ],
  'level1-budget': [
    {
      title: 'ignores a state that later work has overtaken',
      before: `## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2024-01-10T10:00:00Z\n- **Reasoning State**: ${'Long. '.repeat(300)}\n### Active Context\n- **Last Checkpoint**: 2024-01-12T10:00:00Z\n- **Reasoning State**: Short\n`,
      reports: [],
    },
    {
      title: 'accepts a state of 45 tokens beside two blockers',
      before: `## Session Continuity\n### Active Context\n- **Reasoning State**: ${'The parser reads all of the tables. '.repeat(5)}\n\n## Blockers\n- Waiting: A\n- Blocked: B\n`,
      reports: [],
    },
  ],
}
