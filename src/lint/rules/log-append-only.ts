import { lineEndAfter, tight } from '../../document/leaf.ts'
import type { LogRecord } from '../../protocol/kinds/log.ts'
import { logKey, logsIn, placeOfLost, shortName, wordsKey } from '../committed.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'log-append-only',
  group: 'append-only',
  summary: 'Disallow changes to rows of the session log that are committed',
  why: 'The log says what earlier sessions handed over: rewritten afterwards, it says what somebody wishes they had. A row that is wrong is corrected by another row.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    gone: 'Unexpected removal of the log row "{{row}}", expected it to stay as committed',
    rewritten: 'Unexpected change of a log row, expected "{{row}}" as committed',
  },
  examples: [
    {
      title: 'a row more, and another width',
      before:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z  | a | Started |\n| 2024-01-11T14:30Z | a | Done |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n',
      reports: [],
    },
    {
      title: 'a row that is gone, and one that says something else',
      before:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-11T14:30Z | a | All done |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n| 2024-01-11T14:30Z | a | Done |\n',
      reports: ['1:1 gone', '4:1 rewritten'],
    },
    {
      title: 'a row whose time cannot be read any more, which `timestamp-format` reports',
      before: '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| late | a | Started |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n',
      reports: [],
    },
  ],
  check({ notes, text, committed, archived }, report) {
    const before = logsIn(committed)
    if (before.length === 0) return
    const left = new Map<string, LogRecord[]>()
    for (const row of [...logsIn(notes), ...logsIn(archived)]) add(left, logKey(row), row)
    const gone = before.filter(row => left.get(logKey(row))?.pop() === undefined)
    // A time that cannot be read any more is the business of `timestamp-format`, where that reports.
    const lost = notes.profile === 'sam' ? withoutTimeless(gone, left) : gone
    if (lost.length === 0) return
    const own = new Set(logsIn(notes))
    const candidates = new Map<string, LogRecord[]>()
    for (const row of [...left.values()].flat()) if (own.has(row)) add(candidates, row.at?.text ?? '', row)
    for (const row of lost) {
      const at = row.at?.text
      const isMoment = row.at?.precision === 'second' || row.at?.precision === 'minute'
      const data = { row: shortName(at, row.summary) }
      const now = at !== undefined && isMoment ? candidates.get(at)?.shift() : undefined
      if (now === undefined) report('gone', { span: placeOfLost(notes, 'session-log'), data })
      else {
        const { start, end } = now.span
        report('rewritten', { span: tight(text, start, Math.min(end, lineEndAfter(text, start))), data })
      }
    }
  },
})

/** The rows that do not stand there with a time that is none. */
function withoutTimeless(
  rows: readonly LogRecord[],
  left: ReadonlyMap<string, LogRecord[]>,
): readonly LogRecord[] {
  const timeless = new Map<string, LogRecord[]>()
  for (const row of [...left.values()].flat()) if (row.at?.at === undefined) add(timeless, wordsKey(row), row)
  return rows.filter(row => timeless.get(wordsKey(row))?.pop() === undefined)
}

function add(rows: Map<string, LogRecord[]>, key: string, row: LogRecord): void {
  const same = rows.get(key)
  if (same === undefined) rows.set(key, [row])
  else same.push(row)
}
