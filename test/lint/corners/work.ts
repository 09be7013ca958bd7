import { DEFAULT_SETTINGS } from '../../../src/lint/context.ts'
import type { Corners } from './corner.ts'

const debts = (row: string, columns = 'ID | Description | Severity'): string =>
  `## Technical Debt\n| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}\n| ${row} |\n`

export const workCorners: Corners = {
  'debt-id': [
    {
      title: 'people number as they like in a file of no profile',
      profile: 'loose',
      before: debts('LOW-1 | A | LOW'),
      reports: [],
    },
    {
      title: 'unless somebody has said how',
      profile: 'loose',
      before: debts('LOW-1 | A | LOW'),
      settings: { conventions: { ...DEFAULT_SETTINGS.conventions, debtIds: ['D#'] } },
      reports: ['4:3-4:8 format'],
    },
    {
      title: 'no number is one of those ways',
      profile: 'loose',
      before: debts(' | A | LOW'),
      reports: [],
    },
    {
      title: 'a bullet of two lines without a number',
      before: '## Technical Debt\n- **[LOW]** It is slow\n  on Tuesdays\n',
      reports: ['2:1-2:23 missing'],
    },
  ],
  'debt-severity': [
    {
      title: 'a bullet of two lines, of which the second names one',
      before: '## Technical Debt\n- TD-001: It is slow\n  and of HIGH cost\n',
      reports: ['2:1-2:21 missing'],
    },
    {
      title: 'P3 means LOW, as somebody should look at',
      before: debts('TD-001 | A | P3'),
      after: debts('TD-001 | A | LOW'),
      reports: ['4:16-4:18 spelling, unsafe fix'],
    },
    {
      title: 'an emoji before it',
      before: debts('TD-001 | A | 🔴 HIGH'),
      after: debts('TD-001 | A | HIGH'),
      reports: ['4:16-4:23 spelling, unsafe fix'],
    },
    {
      title: 'in bold',
      before: debts('TD-001 | A | **High**'),
      after: debts('TD-001 | A | HIGH'),
      reports: ['4:16-4:24 spelling, safe fix'],
    },
    {
      title: 'a table of something else with such a column',
      before: '## Thoughts\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | urgent |\n',
      reports: [],
    },
  ],
  'debt-bead': [
    {
      title: 'a serious bullet of two lines',
      before: '## Technical Debt\n- **[HIGH]** TD-001: It is slow\n  on Tuesdays\n',
      reports: ['2:1-2:32 missing'],
    },
    { title: 'one of no weight', before: debts('TD-001 | A | LOW'), reports: [] },
    {
      title: 'one that is just bad enough',
      before: debts('TD-001 | A | HIGH'),
      reports: ['4:1-4:22 missing'],
    },
  ],
  'blocker-kind': [
    {
      title: 'one of two lines',
      before: '## Blockers\n- Cannot proceed\n  on Tuesdays\n',
      reports: ['2:1-2:17 missing'],
    },
  ],
  'blocker-eta-passed': [
    {
      title: 'minutes have passed when the minute has',
      before:
        '## Blockers\n- Waiting: A (ETA: 2024-01-15T14:30Z)\n- Waiting: B (ETA: 2024-01-15T14:30:29Z)\n',
      now: '2024-01-15T14:30:31Z',
      reports: ['3:20-3:40 passed'],
    },
    {
      title: 'a second later than the minute',
      before: '## Blockers\n- Waiting: A (ETA: 2024-01-15T14:30Z)\n',
      now: '2024-01-15T14:31:01Z',
      reports: ['2:20-2:37 passed'],
    },
    {
      title: 'other records have no day',
      before: '## Pending Questions\n- [ ] When? (ETA: 2024-01-01)\n',
      reports: [],
    },
  ],
  'task-syntax': [
    {
      title: 'boxes of all widths',
      before: '## Pending Questions\n- [  ] A?\n- [x ] B?\n- [ X] C?\n- [\t] D?\n',
      after: '## Pending Questions\n- [ ] A?\n- [x] B?\n- [x] C?\n- [\t] D?\n',
      reports: ['2:3-2:7 malformed, safe fix', '3:3-3:7 malformed, safe fix', '4:3-4:7 malformed, safe fix'],
    },
    {
      title: 'a box in the middle is none, nor is one with words in it',
      before: '## Pending Questions\n- A? [] B\n- [why] C?\n',
      after: '## Pending Questions\n- [ ] A? [] B\n- [ ] [why] C?\n',
      reports: ['2:1-2:10 missing, safe fix', '3:1-3:11 missing, safe fix'],
    },
    {
      title: 'a question of two lines',
      before: '## Pending Questions\n- A\n  or B?\n',
      after: '## Pending Questions\n- [ ] A\n  or B?\n',
      reports: ['2:1-2:4 missing, safe fix'],
    },
  ],
}
