import { groupBy } from '../../markdown/group-by.ts'
import { longestRun } from '../../markdown/sorted.ts'
import type { DecisionRecord } from '../../notes/kinds/decision.ts'
import { DAY, written } from '../../notes/text/timestamp.ts'
import { headingOf, loggedDecisions } from '../facts/decisions.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'decision-order',
  group: 'decisions',
  summary: 'Require the decisions of a log to be sorted by time, in either direction',
  why: 'In an unsorted log the latest decisions are neither all at the top nor all at the end, so a session that reads only one end misses some.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    order: 'Unexpected position of the decision of {{at}}, expected {{direction}} as in the rest of the log',
  },
  examples: [
    {
      title: 'newest first',
      before:
        '## Decision Log\n### 2024-01-17T10:00:00Z - C\n**Decision**: C\n### 2024-01-16 - B\n**Decision**: B\n### 2024-01-16T10:00:00Z - A\n**Decision**: A\n',
      reports: [],
    },
    {
      title: 'one of four out of order, oldest first',
      before:
        '## Decision Log\n### 2024-01-15 - A\n**Decision**: A\n### 2024-01-18 - D\n**Decision**: D\n### 2024-01-16 - B\n**Decision**: B\n### 2024-01-17 - C\n**Decision**: C\n',
      reports: ['4:1 order'],
    },
    {
      title: 'one of four out of order, newest first',
      before:
        '## Decision Log\n### 2024-01-18 - D\n**Decision**: D\n### 2024-01-15 - A\n**Decision**: A\n### 2024-01-17 - C\n**Decision**: C\n### 2024-01-16 - B\n**Decision**: B\n',
      reports: ['4:1 order'],
    },
    {
      title: 'two times of the same day out of order',
      before:
        '## Decision Log\n### 2024-01-15T12:00:00Z - B\n**Decision**: B\n### 2024-01-15T10:00:00Z - A\n**Decision**: A\n### 2024-01-16T10:00:00Z - C\n**Decision**: C\n### 2024-01-16T10:00:00Z - D\n**Decision**: D\n',
      reports: ['2:1 order'],
    },
    {
      title: 'a range of days, and a decision without a date',
      before:
        '## Decision Log\n### 2024-01-15T12:00:00Z - B\n**Decision**: B\n### 2024-01-15/16 - A\n**Decision**: A\n### Soon - C\n**Decision**: C\n### 2024-01-15T10:00:00Z - D\n**Decision**: D\n### 2024-01-16 - E\n**Decision**: E\n',
      reports: [],
    },
  ],
  check({ notes, text }, report) {
    const dated = loggedDecisions(notes).filter(({ at }) => written(at)?.at !== undefined)
    for (const log of groupBy(dated, ({ section }) => section).values()) {
      const times = comparable(log)
      const up = longestRun(times)
      const down = longestRun(times.map(time => -time))
      const run = up.size >= down.size ? up : down
      const direction = run === up ? 'oldest first' : 'newest first'
      log.forEach((decision, index) => {
        if (run.has(index)) return
        report('order', { span: headingOf(text, decision), data: { at: decision.at?.text ?? '', direction } })
      })
    }
  },
})

/** A date without a time may be any moment of its day, so decisions of that day are compared by date alone. */
function comparable(log: readonly DecisionRecord[]): number[] {
  const day = (at: number): number => Math.floor(at / DAY) * DAY
  const days = new Set<number>()
  for (const { at } of log) if (at?.precision === 'date' || at?.precision === 'range') days.add(at.at ?? 0)
  if (days.size === 0) return log.map(({ at }) => at?.at ?? 0)
  return log.map(({ at }) => {
    const time = at?.at ?? 0
    return days.has(day(time)) ? day(time) : time
  })
}
