import { groupBy } from '../../markdown/group-by.ts'
import { firstLine } from '../../markdown/scan/leaf.ts'
import type { LogRecord } from '../../notes/kinds/log.ts'
import type { Notes } from '../../notes/notes.ts'
import { written } from '../../notes/text/timestamp.ts'
import { pastWords, plainWords, shortName } from '../facts/decisions.ts'
import { placeOfLost } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'log-append-only',
  group: 'append-only',
  summary: 'Disallow changes to committed rows of the session log',
  why: 'The log records what earlier sessions handed over; rewriting it falsifies the record. Correct a wrong row by adding another one.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    gone: 'Unexpected removal of the log row "{{row}}", expected it to stay as committed',
    rewritten: 'Unexpected change to a log row, expected "{{row}}" as committed',
  },
  examples: [
    {
      title: 'an added row, and different padding',
      before:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z  | a | Started |\n| 2024-01-11T14:30Z | a | Done |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n',
      reports: [],
    },
    {
      title: 'a removed row, and a rewritten one',
      before:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-11T14:30Z | a | All done |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n| 2024-01-11T14:30Z | a | Done |\n',
      reports: ['1:1 gone', '4:1 rewritten'],
    },
    {
      title: 'a row with a broken timestamp, which `timestamp-format` reports',
      before: '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| late | a | Started |\n',
      committed:
        '## Session Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2024-01-10T14:30Z | a | Started |\n',
      reports: [],
    },
  ],
  check({ notes, text, committed, archived }, report) {
    const before = logsIn(committed)
    if (before.length === 0) return
    const left = groupBy([...logsIn(notes), ...logsIn(archived)], logKey)
    const gone = before.filter(row => left.get(logKey(row))?.pop() === undefined)
    // `timestamp-format` reports a broken timestamp, but only in `sam`.
    const lost = notes.profile === 'sam' ? withoutTimeless(gone, left) : gone
    if (lost.length === 0) return
    const own = new Set(logsIn(notes))
    const candidates = groupBy(
      [...left.values()].flat().filter(row => own.has(row)),
      row => written(row.at)?.text ?? '',
    )
    for (const row of lost) {
      const time = written(row.at)
      const at = time?.text
      const isMoment = time?.precision === 'second' || time?.precision === 'minute'
      const data = { row: shortName(at, row.summary) }
      const now = at !== undefined && isMoment ? candidates.get(at)?.shift() : undefined
      if (now === undefined) report('gone', { span: placeOfLost(notes, 'session-log'), data })
      else report('rewritten', { span: firstLine(text, now.span), data })
    }
  },
})

/** Leaves out rows that are still there, but with an unreadable time. */
function withoutTimeless(
  rows: readonly LogRecord[],
  left: ReadonlyMap<string, LogRecord[]>,
): readonly LogRecord[] {
  const timeless = groupBy(
    [...left.values()].flat().filter(({ at }) => written(at)?.at === undefined),
    wordsKey,
  )
  return rows.filter(row => timeless.get(wordsKey(row))?.pop() === undefined)
}

const logsIn = (notes: Notes | undefined): readonly LogRecord[] =>
  (notes?.records ?? []).filter(record => record.kind === 'log')

/** Identifies a log row by its content. */
const logKey = (row: LogRecord): string => `${written(row.at)?.text ?? ''}\n${wordsKey(row)}`

const wordsKey = ({ agent = '', summary }: LogRecord): string => `${plainWords(agent)}\n${pastWords(summary)}`
