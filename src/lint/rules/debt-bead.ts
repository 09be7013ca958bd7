import { lineEndAfter, tight } from '../../document/leaf.ts'
import { recordsOfKind } from '../../protocol/notes.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'debt-bead',
  group: 'debt',
  summary: 'Require a bead for every open debt that is HIGH or CRITICAL',
  why: 'A debt in the notes is remembered; only a bead is planned. Off unless it is turned on, since not every project has beads.',
  severity: { sam: 'off', loose: 'off' },
  messages: {
    missing: 'Missing bead of this {{severity}} debt, expected its id, such as `bd-a1b2`',
  },
  examples: [
    {
      title: 'a bead for what is serious, and a debt that is paid',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A (bd-a1b2) | HIGH |\n| TD-002 | B | LOW |\n| TD-003 | ~~C~~ | HIGH |\n',
      reports: [],
    },
    {
      title: 'a serious debt without one',
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
      const line = tight(text, span.start, Math.min(span.end, lineEndAfter(text, span.start)))
      report('missing', { span: line, data: { severity } })
    }
  },
})
