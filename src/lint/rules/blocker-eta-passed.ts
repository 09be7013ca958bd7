import { firstLine } from '../../markdown/scan/leaf.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { endOf } from '../../notes/text/timestamp.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'blocker-eta-passed',
  group: 'work',
  summary: 'Disallow open blockers whose ETA has passed',
  why: 'Either the wait is over and work can resume, or it is late and needs a follow-up. Both are easy to miss in a line that goes unread.',
  severity: { sam: 'warning', loose: 'warning' },
  advice: true,
  messages: {
    passed: 'Unexpected ETA `{{eta}}` in the past, expected a later one or a resolved blocker',
  },
  examples: [
    {
      title: 'an ETA of today, and a resolved blocker',
      before: '## Blockers\n- Waiting: keys (ETA: 2024-01-15)\n- [x] Waiting: review (ETA: 2024-01-10)\n',
      reports: [],
      now: '2024-01-15T23:59:59Z',
    },
    {
      title: 'an ETA of yesterday',
      before: '## Blockers\n- Waiting: keys (ETA: 2024-01-15)\n',
      reports: ['2:23 passed'],
      now: '2024-01-16T00:00:01Z',
    },
    {
      title: 'an ETA with a time passes after its minute',
      before:
        '## Blockers\n- Waiting: keys (ETA: 2024-01-15T14:30Z)\n- Waiting: review (ETA: 2024-01-15T14:31Z)\n',
      reports: ['2:23 passed'],
      now: '2024-01-15T14:31:30Z',
    },
    {
      title: 'a range of days passes after its last day',
      before:
        '## Blockers\n- Waiting: keys (ETA: 2024-01-15/17)\n- Waiting: review (ETA: 2024-01-15/18)\n- Waiting: them (ETA: 2024-01-15/02-02)\n',
      reports: ['2:23 passed'],
      now: '2024-01-18T00:00:01Z',
    },
  ],
  check({ notes, text, now }, report) {
    for (const record of recordsOfKind(notes, 'blocker')) {
      if (record.done || record.etaAt === undefined) continue
      const end = endOf(record.etaAt)
      if (end === undefined || now.getTime() <= end) continue
      const eta = record.etaAt.text
      const at = text.slice(record.span.start, record.span.end).lastIndexOf(eta)
      const start = record.span.start + Math.max(0, at)
      const line = firstLine(text, { start, end: record.span.end })
      report('passed', { span: at < 0 ? line : { start, end: start + eta.length }, data: { eta } })
    }
  },
})
