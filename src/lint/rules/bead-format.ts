import { isBeadText } from '../../notes/state/read-context.ts'
import { contextValues } from '../facts/context-fields.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'bead-format',
  group: 'active-context',
  summary: 'Require the current bead to start with its id',
  why: 'The next session looks up its task by this id; a description cannot be looked up.',
  severity: { sam: 'error', loose: 'off' },
  messages: { format: 'Unexpected bead `{{value}}`, expected an id such as `{{prefix}}-x7y8`' },
  examples: [
    {
      title: 'the id of a child bead',
      before:
        '## Session Continuity\n### Active Context\n- **Current Bead**: `bd-2wo.38` (pagination)\n- **Last Checkpoint**: (none)\n',
      reports: [],
    },
    {
      title: 'a description instead of an id',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: pagination\n',
      reports: ['3:21 format'],
    },
    {
      title: 'a prefix that the project does not use',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**: xy-2wo (pagination)\n',
      reports: ['3:21 format'],
    },
  ],
  check({ notes, settings }, report) {
    const { beadPrefixes } = settings.conventions
    for (const { span: line, value: written } of contextValues(notes, 'bead')) {
      const value = /^[^\s`*(),;]+/.exec(written)?.[0] ?? written
      if (isBeadText(value, beadPrefixes)) continue
      const span = { start: line.start, end: line.start + value.length }
      report('format', { span, data: { value, prefix: beadPrefixes[0] ?? 'bd' } })
    }
  },
})
