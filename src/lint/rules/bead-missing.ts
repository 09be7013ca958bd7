import { currentBeads } from '../current-bead.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'bead-missing',
  group: 'active-context',
  summary: 'Require the current bead to be in the Beads workspace',
  why: 'The next session asks bd or br for it by this id. Without a workspace, a tool or an answer within 3 seconds nothing is reported.',
  severity: { sam: 'error', loose: 'error' },
  messages: {
    missing: 'Unexpected bead {{id}}, expected one that the Beads workspace has, or `(none)`',
  },
  examples: [
    {
      title: 'a bead that the workspace has',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      beads: { 'bd-x7y8': 'open' },
      reports: [],
    },
    {
      title: 'one that cannot be looked up',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      reports: [],
    },
    {
      title: 'one that the workspace does not have',
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
