import { isNothing } from '../../protocol/rows.ts'
import { parseTimestamp } from '../../protocol/timestamp.ts'
import { valueSpan, writtenContexts } from '../context-fields.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'checkpoint-timestamp',
  group: 'active-context',
  summary: 'Require date, time and zone of the last checkpoint in ISO 8601',
  why: 'Which of two sessions is the newer one is decided by this line; without time and zone it cannot be.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    format: 'Unexpected checkpoint `{{value}}`, expected ISO 8601 as in `2026-01-15T14:30:00Z`',
    zone: 'Unexpected checkpoint `{{value}}` without a zone, expected `Z` or an offset behind the time',
  },
  examples: [
    {
      title: 'with zone',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15T14:30:00+01:00\n',
      reports: [],
    },
    {
      title: 'a day only',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15\n',
      reports: ['3:24 format'],
    },
    {
      title: 'whose half past two',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-15T14:30:00\n',
      reports: ['3:24 zone'],
    },
  ],
  check({ notes, text }, report) {
    for (const { values } of writtenContexts(notes)) {
      if (values.checkpoint === undefined) continue
      const span = valueSpan(text, values.checkpoint)
      const value = text.slice(span.start, Math.min(span.end, span.start + 200))
      if (isNothing(value) || value.startsWith('<!--')) continue
      const at = parseTimestamp(value)
      const exact = at !== undefined && !at.approximate && value[10] === 'T'
      if (!exact || (at.precision !== 'minute' && at.precision !== 'second'))
        report('format', { span, data: { value } })
      else if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(value)) report('zone', { span, data: { value } })
    }
  },
})
