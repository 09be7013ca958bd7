import { DEFAULT_SETTINGS } from '../../../src/lint/context.ts'
import type { Corners } from './corner.ts'

const debts = (row: string, columns = 'ID | Description | Severity'): string =>
  `## Technical Debt\n| ${columns} |\n|${'---|'.repeat(columns.split('|').length)}\n| ${row} |\n`

export const workCorners: Corners = {
  'debt-id': [
    {
      title: 'accepts any debt id in the loose profile',
      profile: 'loose',
      before: debts('LOW-1 | A | LOW'),
      reports: [],
    },
    {
      title: 'reports a debt id that does not match a configured template in the loose profile',
      profile: 'loose',
      before: debts('LOW-1 | A | LOW'),
      settings: { conventions: { ...DEFAULT_SETTINGS.conventions, idTemplates: ['D#'] } },
      reports: ['4:3-4:8 format'],
    },
    {
      title: 'accepts a missing debt id in the loose profile',
      profile: 'loose',
      before: debts(' | A | LOW'),
      reports: [],
    },
    {
      title: 'reports a bullet of two lines without a debt id',
      before: '## Technical Debt\n- **[LOW]** It is slow\n  on Tuesdays\n',
      reports: ['2:1-2:23 missing'],
    },
  ],
  'debt-severity': [
    {
      title: 'does not read the severity from the second line of a bullet',
      before: '## Technical Debt\n- TD-001: It is slow\n  and of HIGH cost\n',
      reports: ['2:1-2:21 missing'],
    },
    {
      title: 'changes P3 to LOW with an unsafe fix',
      before: debts('TD-001 | A | P3'),
      after: debts('TD-001 | A | LOW'),
      reports: ['4:16-4:18 spelling, unsafe fix'],
    },
    {
      title: 'removes an emoji before the severity with an unsafe fix',
      before: debts('TD-001 | A | 🔴 HIGH'),
      after: debts('TD-001 | A | HIGH'),
      reports: ['4:16-4:23 spelling, unsafe fix'],
    },
    {
      title: 'changes the case of a severity in bold',
      before: debts('TD-001 | A | **High**'),
      after: debts('TD-001 | A | HIGH'),
      reports: ['4:16-4:24 spelling, safe fix'],
    },
    {
      title: 'ignores a severity column in an unknown section',
      before: '## Thoughts\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | urgent |\n',
      reports: [],
    },
  ],
  'debt-bead': [
    {
      title: 'reports a HIGH debt of two lines without a bead',
      before: '## Technical Debt\n- **[HIGH]** TD-001: It is slow\n  on Tuesdays\n',
      reports: ['2:1-2:32 missing'],
    },
    { title: 'accepts a LOW debt without a bead', before: debts('TD-001 | A | LOW'), reports: [] },
    {
      title: 'reports a HIGH debt in a table without a bead',
      before: debts('TD-001 | A | HIGH'),
      reports: ['4:1-4:22 missing'],
    },
  ],
  'blocker-kind': [
    {
      title: 'reports a blocker of two lines without a kind',
      before: '## Blockers\n- Cannot proceed\n  on Tuesdays\n',
      reports: ['2:1-2:17 missing'],
    },
  ],
  'blocker-eta-passed': [
    {
      title: 'treats an ETA in minutes as passed only after that minute',
      before:
        '## Blockers\n- Waiting: A (ETA: 2024-01-15T14:30Z)\n- Waiting: B (ETA: 2024-01-15T14:30:29Z)\n',
      now: '2024-01-15T14:30:31Z',
      reports: ['3:20-3:40 passed'],
    },
    {
      title: 'reports an ETA in minutes in the minute after it',
      before: '## Blockers\n- Waiting: A (ETA: 2024-01-15T14:30Z)\n',
      now: '2024-01-15T14:31:01Z',
      reports: ['2:20-2:37 passed'],
    },
    {
      title: 'ignores an ETA in other records',
      before: '## Pending Questions\n- [ ] When? (ETA: 2024-01-01)\n',
      reports: [],
    },
  ],
  'task-syntax': [
    {
      title: 'removes extra spaces from checkboxes and accepts a tab',
      before: '## Pending Questions\n- [  ] A?\n- [x ] B?\n- [ X] C?\n- [\t] D?\n',
      after: '## Pending Questions\n- [ ] A?\n- [x] B?\n- [x] C?\n- [\t] D?\n',
      reports: ['2:3-2:7 malformed, safe fix', '3:3-3:7 malformed, safe fix', '4:3-4:7 malformed, safe fix'],
    },
    {
      title: 'adds a checkbox before empty brackets in the text and before words in brackets',
      before: '## Pending Questions\n- A? [] B\n- [why] C?\n',
      after: '## Pending Questions\n- [ ] A? [] B\n- [ ] [why] C?\n',
      reports: ['2:1-2:10 missing, safe fix', '3:1-3:11 missing, safe fix'],
    },
    {
      title: 'adds a checkbox to a question of two lines',
      before: '## Pending Questions\n- A\n  or B?\n',
      after: '## Pending Questions\n- [ ] A\n  or B?\n',
      reports: ['2:1-2:4 missing, safe fix'],
    },
  ],
}
