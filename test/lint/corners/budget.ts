import type { Corners } from './corner.ts'

const line = (length: number): string => `- ${'x'.repeat(length - 2)}`

export const budgetCorners: Corners = {
  'file-budget': [
    {
      title: 'as many bytes as it may have',
      before: '## Learnings',
      settings: { fileBytes: 12 },
      reports: [],
    },
    {
      title: 'one byte more',
      before: '## Learnings!',
      settings: { fileBytes: 12 },
      reports: ['1:4-1:14 bytes'],
    },
    {
      title: 'a file without a heading',
      before: '- Short\n',
      settings: { fileBytes: 5 },
      reports: ['1:1-1:1 bytes'],
    },
    {
      title: 'words above the first heading',
      before: 'Notes\n\n## Learnings\n- Short\n',
      settings: { fileBytes: 5 },
      reports: ['3:4-3:13 bytes'],
    },
    {
      title: 'more bytes than an agent reads tokens, of words that have several',
      before: `## Learnings\n${'- It was found out why this happens\n'.repeat(900)}`,
      reports: [],
    },
  ],
  'line-length-sanity': [
    { title: 'a line that is just short enough', before: `## Learnings\n${line(2000)}\n`, reports: [] },
    {
      title: 'a line that is one too long, between others',
      before: `## Learnings\n- a\n${line(2001)}\n- b\n`,
      reports: ['3:2001-3:2002 long'],
      words: ['line of 2001 characters'],
    },
    {
      title: 'two lines that are too long, the second without an end',
      before: `${line(2100)}\n${line(2001)}`,
      reports: ['1:2001-1:2101 long', '2:2001-2:2002 long'],
    },
    { title: 'a short line without an end', before: `${line(1990)}\n- b`, reports: [] },
  ],
  'level1-budget': [
    {
      title: 'a question that is answered, and a decision that is superseded, are not shown',
      before: `## Decision Log\n### 2024-01-15 - A\n**Status**: Superseded by B\n**Decision**: ${'Long. '.repeat(300)}\n## Pending Questions\n- [x] ${'Why? '.repeat(300)}\n`,
      reports: [],
    },
    {
      title: 'of a log with the newest first, the newest three',
      before: `## Decision Log\n### 2024-01-18 - D\n**Decision**: D\n### 2024-01-17 - C\n**Decision**: C\n### 2024-01-16 - B\n**Decision**: B\n### 2024-01-15 - A\n**Decision**: ${'Long. '.repeat(300)}\n`,
      reports: [],
    },
    {
      title: 'a context twice, of which the last one counts',
      before: `## Session Continuity\n### Active Context\n- **Current Bead**: bd-1 (${'Long. '.repeat(300)})\n### Active Context\n- **Current Bead**: bd-2\n`,
      reports: [],
    },
  ],
}
