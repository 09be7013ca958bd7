import { recordsOfKind } from '../../notes/notes.ts'
import { byTime, DAY } from '../../notes/text/timestamp.ts'
import { defineRule } from '../rule.ts'

const MAX_DAYS = 7

export default defineRule({
  name: 'stale-checkpoint',
  group: 'active-context',
  summary: 'Disallow an active context older than a week',
  why: 'A session that starts from it resumes work that has since moved on.',
  severity: { sam: 'warning', v016: 'warning', loose: 'off' },
  advice: true,
  messages: { stale: 'Unexpected checkpoint from {{days}} days ago, expected one from the last 7 days' },
  examples: [
    {
      title: 'a checkpoint from this week',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2026-01-09T10:00:00Z\n',
      reports: [],
      now: '2026-01-16T10:00:00Z',
    },
    {
      title: 'a checkpoint from last month',
      before: '## Session Continuity\n### Active Context\n- **Last Checkpoint**: 2025-12-16T10:00:00Z\n',
      reports: ['3:24 stale'],
      now: '2026-01-16T10:00:00Z',
    },
  ],
  check({ notes, text, now }, report) {
    const newest = recordsOfKind(notes, 'context')
      .filter(({ checkpoint }) => checkpoint?.at !== undefined)
      .toSorted((a, b) => byTime(a.checkpoint, b.checkpoint))
      .at(-1)
    if (newest?.checkpoint?.at === undefined) return
    const age = now.getTime() - newest.checkpoint.at
    if (age <= MAX_DAYS * DAY) return
    const written = newest.checkpoint.text
    const at = text.indexOf(written, newest.span.start)
    const span = at < 0 ? newest.span : { start: at, end: at + written.length }
    report('stale', { span, data: { days: Math.floor(age / DAY) } })
  },
})
