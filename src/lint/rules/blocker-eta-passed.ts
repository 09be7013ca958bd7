import { lineEndAfter, tight } from '../../document/leaf.ts'
import { recordsOfKind } from '../../protocol/notes.ts'
import { type Timestamp, timestampAtStart } from '../../protocol/timestamp.ts'
import { defineRule } from '../rule.ts'

const MINUTE = 60_000
const DAY = 86_400_000

export default defineRule({
  name: 'blocker-eta-passed',
  group: 'work',
  summary: 'Disallow open blockers whose ETA has passed',
  why: 'Either it has come and the work can go on, or it is late and somebody should ask: both get lost in a line that nobody looks at.',
  severity: { sam: 'warning', loose: 'warning' },
  advice: true,
  messages: {
    passed: 'Unexpected ETA `{{eta}}`, which has passed, expected a later one, or the blocker resolved',
  },
  examples: [
    {
      title: 'until the day is over, and one that is resolved',
      before: '## Blockers\n- Waiting: keys (ETA: 2024-01-15)\n- [x] Waiting: review (ETA: 2024-01-10)\n',
      reports: [],
      now: '2024-01-15T23:59:59Z',
    },
    {
      title: 'a day later',
      before: '## Blockers\n- Waiting: keys (ETA: 2024-01-15)\n',
      reports: ['2:23 passed'],
      now: '2024-01-16T00:00:01Z',
    },
    {
      title: 'to the minute',
      before:
        '## Blockers\n- Waiting: keys (ETA: 2024-01-15T14:30Z)\n- Waiting: review (ETA: 2024-01-15T14:31Z)\n',
      reports: ['2:23 passed'],
      now: '2024-01-15T14:31:30Z',
    },
    {
      title: 'the last of several days',
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
      const line = tight(text, start, Math.min(record.span.end, lineEndAfter(text, start)))
      report('passed', { span: at < 0 ? line : { start, end: start + eta.length }, data: { eta } })
    }
  },
})

/** A moment has passed when all of it has: `2024-01-15` with the day (UTC). */
function endOf({ text, precision, at }: Timestamp): number | undefined {
  if (at === undefined) return undefined
  if (precision === 'date') return at + DAY
  if (precision === 'range') return lastDay(text, at) + DAY
  return at + (precision === 'minute' ? MINUTE : 1000)
}

/** `2024-01-15/17`, `2024-01-30/02-02`, `2024-01-15..2024-02-01`. */
function lastDay(text: string, at: number): number {
  const tail = /[\d-]+$/.exec(text)?.[0] ?? ''
  return timestampAtStart(text.slice(0, 10 - tail.length) + tail)?.at ?? at
}
