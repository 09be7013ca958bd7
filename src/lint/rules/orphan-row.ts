import { isDelimiterRow, looseRows } from '../facts/tables.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'orphan-row',
  group: 'tables',
  summary: 'Disallow rows separated from their table',
  why: 'Markdown ends a table at the first blank line. Rows after it render as one paragraph of pipes, and other tools do not read them.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    blank: 'Unexpected blank line before {{rows}} of the table, expected none',
    away: 'Unexpected {{rows}} outside the table, expected below its last row',
  },
  examples: [
    {
      title: 'rows inside their table',
      before: '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One |\n\n|x| is never negative\n',
      reports: [],
    },
    {
      title: 'rows after blank lines',
      before:
        '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One |\n\n| 2026-01-02 | Two |\n\n\n| 2026-01-03 | Three |\n| 2026-01-04 | Four |\n',
      reports: ['6:1 blank', '9:1 blank'],
      after:
        '## Decisions\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One |\n| 2026-01-02 | Two |\n| 2026-01-03 | Three |\n| 2026-01-04 | Four |\n',
    },
    {
      title: 'a row appended after prose, and one after a list',
      before:
        '## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n\nThen it got late.\n| 2026-01-02T10:00Z | a | Went on |\n\n- Remember\n| 2026-01-03T10:00Z | a | Ended |\n',
      reports: ['6:1 away', '9:1 away'],
    },
  ],
  check({ notes }, report) {
    for (const { lines, hasTable, header, joinsAt, clean } of looseRows(notes)) {
      const [first, last] = [lines[0], lines.at(-1)]
      if (!hasTable || header || first === undefined || last === undefined) continue
      const span = { start: first.start, end: last.end }
      const rows = lines.length === 1 ? '1 row' : `${lines.length} rows`
      if (joinsAt === undefined) report('away', { span, data: { rows } })
      else {
        const fix = [{ span: { start: joinsAt, end: first.start }, text: '\n' }]
        const safe = clean && !isDelimiterRow(notes.document.text, first)
        report('blank', { span, data: { rows }, fix: safe ? fix : undefined })
      }
    }
  },
})
