import { currentBeads } from '../facts/context-fields.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'bead-missing',
  group: 'active-context',
  summary: 'Require the current bead to exist in the Beads workspace',
  why: 'The next session asks bd or br for this id. Nothing is reported without a workspace, without either tool, or when the tool does not answer within 3 seconds.',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    missing: 'Unexpected bead {{id}}, expected one that exists in the Beads workspace or `(none)`',
  },
  examples: [
    {
      title: 'a bead that exists',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      beads: { 'bd-x7y8': 'open' },
      reports: [],
    },
    {
      title: 'a bead that cannot be looked up',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      reports: [],
    },
    {
      title: 'a bead that does not exist',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: `bd-x7y` (pagination)\n',
      beads: { 'bd-x7y': 'missing' },
      reports: ['3:22 missing'],
    },
  ],
  check({ notes, beadState }, report) {
    for (const { id, span } of currentBeads(notes))
      if (beadState(id) === 'missing') report('missing', { span, data: { id } })
  },
})
