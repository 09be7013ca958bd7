import { parseTimestamp } from '../../notes/text/timestamp.ts'
import { contextValues } from '../facts/context-fields.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'checkpoint-timestamp',
  group: 'active-context',
  summary: 'Require an ISO 8601 date, time and zone for the last checkpoint',
  why: 'This line decides which of two sessions is newer; without a time and a zone it cannot.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    format: 'Unexpected checkpoint `{{value}}`, expected ISO 8601 such as `2026-01-15T14:30:00Z`',
    zone: 'Unexpected checkpoint `{{value}}` without a zone, expected `Z` or an offset after the time',
  },
  examples: [
    {
      title: 'a time with a zone',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15T14:30:00+01:00\n',
      reports: [],
    },
    {
      title: 'a date without a time',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15\n',
      reports: ['3:24 format'],
    },
    {
      title: 'a time without a zone',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15T14:30:00\n',
      reports: ['3:24 zone'],
    },
  ],
  check({ notes }, report) {
    for (const { span, value } of contextValues(notes, 'checkpoint')) {
      const at = parseTimestamp(value)
      const exact = at !== undefined && !at.approximate && value[10] === 'T'
      if (!exact || (at.precision !== 'minute' && at.precision !== 'second'))
        report('format', { span, data: { value } })
      else if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) report('zone', { span, data: { value } })
    }
  },
})
