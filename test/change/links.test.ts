import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { Intent } from '../../src/change/intent.ts'

const change = (text: string, ...intents: Intent[]) => changeNotes(text, intents, {}).text

const link = (kind: 'debt' | 'goal' | 'blocker', where: 'column' | 'inline', which: string): Intent => ({
  do: 'link',
  kind,
  where,
  links: [{ which, bead: 'bd-n1abc234' }],
})

const debts = (...rows: string[]) =>
  ['## Technical Debt', '| ID | Description | Severity |', '|----|----|----|', ...rows, '', 'end', ''].join(
    '\n',
  )

test.each([
  [
    'adds a Bead column at the right and a cell in every row',
    debts('| TD-001 | A | HIGH |', '| TD-002 | B \\| C | LOW |'),
    [
      '| ID | Description | Severity | Bead |',
      '|----|----|----|------|',
      '| TD-001 | A | HIGH | bd-n1abc234 |',
      '| TD-002 | B \\| C | LOW |  |',
    ],
  ],
  [
    'fills an empty Bead cell',
    '## Technical Debt\n| ID | Description | Bead |\n|--|--|--|\n| TD-001 | A |  |\n',
    ['| TD-001 | A | bd-n1abc234 |'],
  ],
  [
    'keeps a table without outer pipes in that style',
    '## Technical Debt\n\nID | Description\n---|---\nTD-001 | A\n',
    ['ID | Description | Bead', '---|--- |------', 'TD-001 | A | bd-n1abc234'],
  ],
  [
    'appends the bead to the text of a bullet',
    '## Technical Debt\n- TD-001: [HIGH] A\n',
    ['- TD-001: [HIGH] A (bd-n1abc234)'],
  ],
])('debt link %s', (_, text, lines) => {
  const once = change(text, link('debt', 'column', 'TD-001'))
  for (const line of lines) expect(once).toContain(line)
  expect(change(once, link('debt', 'column', 'TD-001'))).toBe(once)
  const crlf = text.replaceAll('\n', '\r\n')
  expect(change(crlf, link('debt', 'column', 'TD-001'))).toBe(once.replaceAll('\n', '\r\n'))
})

test('debt link with beads.idIn inline keeps the columns of a table', () => {
  expect(change(debts('| TD-001 | A | HIGH |'), link('debt', 'inline', 'TD-001'))).toBe(
    debts('| TD-001 | A (bd-n1abc234) | HIGH |'),
  )
})

test.each([
  [
    'goal',
    '## Sub-Goals\n- [ ] Ship (depends on: x)\n',
    '- [ ] Ship (depends on: x) (bead: bd-n1abc234)\n',
    'Ship',
  ],
  ['goal', '## Sub-Goals\n- [ ] Ship (bead: bd-1)\n', '- [ ] Ship (bead: bd-n1abc234)\n', 'Ship'],
  [
    'blocker',
    '## Blockers\n- Waiting: Keys (ETA: soon)\n',
    '- Waiting: Keys (ETA: soon) (bead: bd-n1abc234)\n',
    'Keys',
  ],
] as const)('%s link sets the bead in %j', (kind, text, line, which) => {
  expect(change(text, link(kind, 'column', which))).toContain(line)
})

test.each([
  [debts('| TD-001 | A | HIGH |'), '| TD-001 | A | LOW |'],
  [debts('| TD-001 | A |  |'), '| TD-001 | A | LOW |'],
  ['## Technical Debt\n- TD-001: [HIGH] A\n', '- TD-001: [LOW] A'],
])('setting the severity of a debt edits it in place: %j', (text, line) => {
  expect(change(text, { do: 'set-severity', which: 'TD-001', severity: 'LOW' })).toContain(line)
})
