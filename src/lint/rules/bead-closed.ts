import { currentBeads } from '../facts/context-fields.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'bead-closed',
  group: 'active-context',
  summary: 'Disallow a current bead that is closed',
  why: 'A session that starts from a closed bead repeats finished work. `notes context set --bead` sets the next one.',
  severity: { sam: 'warning', loose: 'warning' },
  advice: true,
  messages: { closed: 'Unexpected closed bead {{id}}, expected the bead in progress or `(none)`' },
  examples: [
    {
      title: 'an open bead',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      beads: { 'bd-x7y8': 'open' },
      reports: [],
    },
    {
      title: 'a closed bead',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (pagination)\n',
      beads: { 'bd-x7y8': 'closed' },
      reports: ['3:21 closed'],
    },
  ],
  check({ notes, beadState }, report) {
    for (const { id, span } of currentBeads(notes))
      if (beadState(id) === 'closed') report('closed', { span, data: { id } })
  },
})
