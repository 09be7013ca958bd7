import { firstLine } from '../../markdown/scan/leaf.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'debt-bead',
  group: 'debt',
  summary: 'Require a bead for every open HIGH or CRITICAL debt',
  why: 'A debt in the notes is only remembered; a bead gets planned. Off by default, since not every project uses beads.',
  severity: { sam: 'off', loose: 'off' },
  messages: {
    missing: 'Missing bead for this {{severity}} debt, expected an id such as `bd-a1b2`',
  },
  examples: [
    {
      title: 'a HIGH debt with a bead, a LOW one without, and one that is paid',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A (bd-a1b2) | HIGH |\n| TD-002 | B | LOW |\n| TD-003 | ~~C~~ | HIGH |\n',
      reports: [],
    },
    {
      title: 'a CRITICAL debt without a bead',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | CRITICAL |\n',
      reports: ['4:1 missing'],
    },
  ],
  check({ notes, text }, report) {
    for (const debt of recordsOfKind(notes, 'debt')) {
      if (debt.done || debt.bead !== undefined) continue
      const { severity, span } = debt
      if (severity !== 'HIGH' && severity !== 'CRITICAL') continue
      const line = firstLine(text, span)
      report('missing', { span: line, data: { severity } })
    }
  },
})
