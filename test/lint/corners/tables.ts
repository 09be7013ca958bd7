import type { Corners } from './corner.ts'

const HEADER = '| Timestamp | Agent | Summary |\n|---|---|---|\n'
const log = (rows: string): string => `## Session Continuity Log\n${rows}`
const ROW = '| 2026-01-02T10:00Z | a | Went on |\n'

export const tableCorners: Corners = {
  'headerless-table': [
    {
      title: 'rows cut off from their table, which `orphan-row` reports',
      before: log(`${HEADER}${ROW}\n${ROW}`),
      reports: [],
    },
    {
      title: 'rows in the middle of prose stay as they are',
      before: log(`Then\n${ROW}and more\n`),
      reports: ['3:1-3:36 header'],
    },
    {
      title: 'rows with another header among them',
      before: log(`${ROW}| Timestamp | Agent | Summary |\n${ROW}`),
      reports: ['2:1-2:36 header'],
    },
    {
      title: 'rows of a section that has no columns',
      before: '## Thoughts\n| a | b |\n| c | d |\n',
      reports: ['2:1-2:10 header'],
    },
    {
      title: 'a row that is too wide among others',
      before: log(`${ROW}| 2026-01-02T10:00Z | a | Went | on |\n`),
      reports: ['2:1-2:36 header'],
    },
    {
      title: 'a header alone',
      before: log('| Timestamp | Agent | Summary |\n'),
      reports: ['2:1-2:32 delimiter, safe fix'],
      after: log('| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n'),
    },
    {
      title: 'a header in prose stays without a delimiter row',
      before: log('Then\n| Timestamp | Agent | Summary |\nand more\n'),
      reports: ['3:1-3:32 delimiter'],
    },
  ],
  'orphan-row': [
    {
      title: 'a row right above another table, and one a blank line above it',
      before: log(`${HEADER}${ROW}\n${ROW}${HEADER}${ROW}\n${ROW}\n${HEADER}`),
      reports: ['6:1-6:36 away', '11:1-11:36 blank, safe fix'],
      after: log(`${HEADER}${ROW}\n${ROW}${HEADER}${ROW}${ROW}\n${HEADER}`),
    },
    {
      title: 'rows after words, and rows after those',
      before: log(`${HEADER}${ROW}\nThen\n\n${ROW}\n${ROW}`),
      reports: ['8:1-8:36 away', '10:1-10:36 away'],
    },
    {
      title: 'cells of two in bullets, and prose with pipes',
      before: log(`${HEADER}${ROW}\n- |a|b|\n- |x| is positive\n- a | b |\n- |c|d\n- |c|d|e\n`),
      reports: ['6:3-6:8 away', '10:3-10:9 away'],
    },
    {
      title: 'a row in a quote is somebody’s',
      before: log(`${HEADER}${ROW}\n> ${ROW}`),
      reports: [],
    },
    {
      title: 'what stands below a comment that runs on may belong anywhere',
      before: log(`${HEADER}${ROW}\n<!-- begun\n\n<!-- again -->\n\n${ROW}`),
      reports: [],
    },
    {
      title: 'rows without a table, which `headerless-table` reports',
      before: log(`<!-- newest last -->\n${ROW}`),
      reports: [],
    },
    {
      title: 'another table without a delimiter row, which `headerless-table` reports',
      before: log(`${HEADER}${ROW}\n| Timestamp | Agent | Summary |\n${ROW}`),
      reports: [],
    },
    {
      title: 'rows with another header among them',
      before: log(`${HEADER}${ROW}\n${ROW}| Timestamp | Agent | Summary |\n`),
      reports: ['6:1-7:32 blank'],
      words: ['2 rows'],
    },
    {
      title: 'a delimiter row of its own',
      before: log(`${HEADER}${ROW}\n|---|---|\n${ROW}`),
      reports: ['6:1-7:36 blank'],
    },
  ],
  'timestamp-format': [
    {
      title: 'references with a column that nobody knows, which `table-columns` reports',
      before:
        '### Lightweight Identifiers\n| Identifier | Purpose | Last Verified | Mood |\n|---|---|---|---|\n| a.ts:1 | A | late | b |\n',
      reports: [],
    },
    {
      title: 'more columns that are known, in bold, behind the protocol’s',
      before:
        '## Decision Archive\n| **Date** | Decision | Rationale | Decided By | EVIDENCE |\n|---|---|---|---|---|\n| late | A | B | c | d |\n',
      reports: ['4:3-4:7 format'],
    },
    {
      title: 'columns in another order, which `table-columns` reports',
      before: log('| Agent | Timestamp | Summary |\n|---|---|---|\n| a | late | Went on |\n'),
      reports: [],
    },
    {
      title: 'decisions in columns of their own are still dated',
      before: '## Decision Log\n| Decision | Date |\n|---|---|\n| A | late |\n',
      reports: ['4:7-4:11 format'],
      words: ['`late`, expected a date'],
    },
    {
      title: 'no such column',
      before: '## Decision Log\n| Decision | Rationale |\n|---|---|\n| A | It holds |\n',
      reports: [],
    },
    {
      title: 'a row of nothing, and one with a dash for its time',
      before: log(`${HEADER}|  |  |  |\n| - | a | Went on |\n`),
      reports: ['5:3-5:4 missing'],
    },
    {
      title: 'in bold',
      before: log(`${HEADER}| **2026-01-02T10:00Z** | a | Went on |\n| \`late\` | a | Went on |\n`),
      reports: ['5:3-5:9 format'],
      words: ['`late`'],
    },
    {
      title: 'a section that has no columns',
      before: '## Thoughts\n| Date | Thought |\n|---|---|\n| late | A |\n',
      reports: [],
    },
  ],
  'table-row-width': [
    {
      title: 'as wide as the protocol has it, under another header',
      before: log('| Timestamp | Summary |\n|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n'),
      reports: [],
    },
    {
      title: 'as wide as the protocol has it, in a file of no profile',
      profile: 'loose',
      before: log('| Timestamp | Summary |\n|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n'),
      reports: ['4:1-4:36 many'],
    },
    {
      title: 'a section that has no columns',
      before: '## Thoughts\n| A | B |\n|---|---|\n| a |\n',
      reports: ['4:1-4:6 few'],
    },
    {
      title: 'two cells too many and one pipe in code',
      before: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b | c\` | d |\n`),
      reports: ['4:1-4:40 many'],
    },
    {
      title: 'pipes in code, of which one is escaped',
      before: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b \\| c | d\` |\n`),
      after: log(`${HEADER}| 2026-01-02T10:00Z | a | \`b \\| c \\| d\` |\n`),
      reports: ['4:35-4:36 pipe, safe fix'],
    },
  ],
  'table-columns': [
    {
      title: 'debts by their place, and with their severity behind it',
      before:
        '## Discovered Technical Debt\n| ID | Description | File | Line |\n|---|---|---|---|\n| TD-001 | A | a.ts | 1 |\n\n| ID | Description | File | Line | SEVERITY |\n|---|---|---|---|---|\n| TD-001 | A | a.ts | 1 | LOW |\n',
      reports: [],
    },
    {
      title: 'a column that nobody knows behind the protocol’s',
      before: '## Session Continuity Log\n| Timestamp | Agent | Summary | Mood |\n|---|---|---|---|\n',
      reports: ['2:1-2:39 columns'],
    },
    {
      title: 'a section that has no columns',
      before: '## Thoughts\n| A | B |\n|---|---|\n| a | b |\n',
      reports: [],
    },
  ],
}
