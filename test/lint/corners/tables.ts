import type { Corners } from './corner.ts'

const HEADER = '| Timestamp | Agent | Summary |\n|---|---|---|\n'
const log = (rows: string): string => `## Session Continuity Log\n${rows}`
const ROW = '| 2026-01-02T10:00Z | a | Went on |\n'

export const tableCorners: Corners = {
  'headerless-table': [
    {
      title: 'leaves rows cut off from their table to `orphan-row`',
      before: log(`${HEADER}${ROW}\n${ROW}`),
      reports: [],
    },
    {
      title: 'offers no fix for rows in the middle of prose',
      before: log(`Then\n${ROW}and more\n`),
      reports: ['3:1-3:36 header'],
    },
    {
      title: 'offers no fix for rows with another header among them',
      before: log(`${ROW}| Timestamp | Agent | Summary |\n${ROW}`),
      reports: ['2:1-2:36 header'],
    },
    {
      title: 'guesses a header for rows of a section without known columns',
      before: '## Thoughts\n| a | b |\n| c | d |\n',
      reports: ['2:1-2:10 header, unsafe fix'],
      after: '## Thoughts\n| Column 1 | Column 2 |\n|----------|----------|\n| a | b |\n| c | d |\n',
    },
    {
      title: 'guesses the columns that the protocol does not have, outside of the profile sam',
      profile: 'loose',
      before: log('| 2026-01-02T10:00Z | a | Went on | 2026-01-03 |\n'),
      reports: ['2:1-2:49 header, unsafe fix'],
      after: log(
        '| Timestamp | Agent | Summary | Date |\n|-----------|-------|---------|------|\n| 2026-01-02T10:00Z | a | Went on | 2026-01-03 |\n',
      ),
    },
    {
      title: 'offers no fix for rows when one of them is too wide',
      before: log(`${ROW}| 2026-01-02T10:00Z | a | Went | on |\n`),
      reports: ['2:1-2:36 header'],
    },
    {
      title: 'adds a delimiter row below a header without rows',
      before: log('| Timestamp | Agent | Summary |\n'),
      reports: ['2:1-2:32 delimiter, safe fix'],
      after: log('| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n'),
    },
    {
      title: 'offers no fix for a header in the middle of prose',
      before: log('Then\n| Timestamp | Agent | Summary |\nand more\n'),
      reports: ['3:1-3:32 delimiter'],
    },
  ],
  'orphan-row': [
    {
      title: 'joins a row across a blank line, but not a row that touches the next table',
      before: log(`${HEADER}${ROW}\n${ROW}${HEADER}${ROW}\n${ROW}\n${HEADER}`),
      reports: ['6:1-6:36 away', '11:1-11:36 blank, safe fix'],
      after: log(`${HEADER}${ROW}\n${ROW}${HEADER}${ROW}${ROW}\n${HEADER}`),
    },
    {
      title: 'offers no fix for rows after prose, nor for the rows below them',
      before: log(`${HEADER}${ROW}\nThen\n\n${ROW}\n${ROW}`),
      reports: ['8:1-8:36 away', '10:1-10:36 away'],
    },
    {
      title: 'reports rows written as bullets and ignores prose with pipes',
      before: log(`${HEADER}${ROW}\n- |a|b|\n- |x| is positive\n- a | b |\n- |c|d\n- |c|d|e\n`),
      reports: ['6:3-6:8 away', '10:3-10:9 away'],
    },
    {
      title: 'ignores a row in a quote',
      before: log(`${HEADER}${ROW}\n> ${ROW}`),
      reports: [],
    },
    {
      title: 'ignores rows below a comment that may not be closed',
      before: log(`${HEADER}${ROW}\n<!-- begun\n\n<!-- again -->\n\n${ROW}`),
      reports: [],
    },
    {
      title: 'leaves rows without a table to `headerless-table`',
      before: log(`<!-- newest last -->\n${ROW}`),
      reports: [],
    },
    {
      title: 'leaves a table without a delimiter row to `headerless-table`',
      before: log(`${HEADER}${ROW}\n| Timestamp | Agent | Summary |\n${ROW}`),
      reports: [],
    },
    {
      title: 'offers no fix for orphan rows with another header among them',
      before: log(`${HEADER}${ROW}\n${ROW}| Timestamp | Agent | Summary |\n`),
      reports: ['6:1-7:32 blank'],
      words: ['2 rows'],
    },
    {
      title: 'offers no fix for orphan rows below a delimiter row',
      before: log(`${HEADER}${ROW}\n|---|---|\n${ROW}`),
      reports: ['6:1-7:36 blank'],
    },
  ],
  'timestamp-format': [
    {
      title: 'leaves references with an unknown column to `table-columns`',
      before:
        '### Lightweight Identifiers\n| Identifier | Purpose | Last Verified | Mood |\n|---|---|---|---|\n| a.ts:1 | A | late | b |\n',
      reports: [],
    },
    {
      title: 'checks a table that has more known columns than the protocol’s',
      before:
        '## Decision Archive\n| **Date** | Decision | Rationale | Decided By | EVIDENCE |\n|---|---|---|---|---|\n| late | A | B | c | d |\n',
      reports: ['4:3-4:7 format'],
    },
    {
      title: 'leaves columns in another order to `table-columns`',
      before: log('| Agent | Timestamp | Summary |\n|---|---|---|\n| a | late | Went on |\n'),
      reports: [],
    },
    {
      title: 'checks the dates of decisions in a table with other columns',
      before: '## Decision Log\n| Decision | Date |\n|---|---|\n| A | late |\n',
      reports: ['4:7-4:11 format'],
      words: ['`late`, expected a date'],
    },
    {
      title: 'accepts a table without a timestamp column',
      before: '## Decision Log\n| Decision | Rationale |\n|---|---|\n| A | It holds |\n',
      reports: [],
    },
    {
      title: 'ignores an empty row and reports a dash in place of a timestamp',
      before: log(`${HEADER}|  |  |  |\n| - | a | Went on |\n`),
      reports: ['5:3-5:4 missing'],
    },
    {
      title: 'reads timestamps inside bold and code',
      before: log(`${HEADER}| **2026-01-02T10:00Z** | a | Went on |\n| \`late\` | a | Went on |\n`),
      reports: ['5:3-5:9 format'],
      words: ['`late`'],
    },
    {
      title: 'ignores the dates of a section without known columns',
      before: '## Thoughts\n| Date | Thought |\n|---|---|\n| late | A |\n',
      reports: [],
    },
  ],
  'table-row-width': [
    {
      title: 'accepts a row of the protocol’s width below another header',
      before: log('| Timestamp | Summary |\n|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n'),
      reports: [],
    },
    {
      title: 'reports a row wider than its header in the loose profile',
      profile: 'loose',
      before: log('| Timestamp | Summary |\n|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n'),
      reports: ['4:1-4:36 many'],
    },
    {
      title: 'reports a short row in a section without known columns',
      before: '## Thoughts\n| A | B |\n|---|---|\n| a |\n',
      reports: ['4:1-4:6 few'],
    },
    {
      title: 'offers no fix for two cells too many when only one pipe is in code',
      before: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b | c\` | d |\n`),
      reports: ['4:1-4:40 many'],
    },
    {
      title: 'escapes the one unescaped pipe in code',
      before: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b \\| c | d\` |\n`),
      after: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b \\| c \\| d\` |\n`),
      reports: ['4:35-4:36 pipe, safe fix'],
    },
  ],
  'table-columns': [
    {
      title: 'accepts debts by file and line, with or without a severity',
      before:
        '## Discovered Technical Debt\n| ID | Description | File | Line |\n|---|---|---|---|\n| TD-001 | A | a.ts | 1 |\n\n| ID | Description | File | Line | SEVERITY |\n|---|---|---|---|---|\n| TD-001 | A | a.ts | 1 | LOW |\n',
      reports: [],
    },
    {
      title: 'reports an unknown column after the protocol’s',
      before: '## Session Continuity Log\n| Timestamp | Agent | Summary | Mood |\n|---|---|---|---|\n',
      reports: ['2:1-2:39 columns'],
    },
    {
      title: 'ignores the columns of an unknown section',
      before: '## Thoughts\n| A | B |\n|---|---|\n| a | b |\n',
      reports: [],
    },
  ],
}
