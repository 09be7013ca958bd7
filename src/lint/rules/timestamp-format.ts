import type { SectionKind } from '../../notes/section-kind.ts'
import { isNothing, readTables } from '../../notes/text/rows.ts'
import { type Precision, parseTimestamp } from '../../notes/text/timestamp.ts'
import { bodies } from '../facts/sections.ts'
import { hasProtocolColumns, headingsOf, knownColumns } from '../facts/tables.ts'
import { defineRule } from '../rule.ts'

interface When {
  readonly column: string
  readonly precision: readonly Precision[]
  readonly example: string
}

const moment: When = {
  column: 'at',
  precision: ['minute', 'second'],
  example: 'a date and time such as `2026-01-15T14:30Z`',
}
const day: When = {
  column: 'at',
  precision: ['date', 'range', 'minute', 'second'],
  example: 'a date such as `2026-01-15`',
}

const WHEN: Partial<Record<SectionKind, When>> = {
  'session-log': moment,
  'decision-log': day,
  'decision-archive': day,
  references: {
    column: 'verified',
    precision: ['time', 'date', 'minute', 'second'],
    example: 'a time such as `14:25:00Z`, or a date and time',
  },
}

export default defineRule({
  name: 'timestamp-format',
  group: 'tables',
  summary: 'Require ISO 8601 in date and time columns',
  why: 'Order and age are computed from these cells. A timestamp that cannot be parsed cannot be sorted.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    format: 'Unexpected `{{value}}`, expected {{expected}}',
    missing: 'Missing timestamp, expected {{expected}}',
  },
  examples: [
    {
      title: 'the precision that each column requires',
      before:
        '### Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n| ${PROJECT_ROOT}/a.ts:1 | A | 14:25:00Z |\n\n## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-01-10T14:30Z | a | Began |\n\n## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2026-01-08 | A | B | c |\n',
      reports: [],
    },
    {
      title: 'a date that does not exist, a date without a time, an empty cell',
      before:
        '## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-01-10 | a | Began |\n|  | a | Went on |\n\n## Decision Archive\n| Date | Decision | Rationale | Decided By |\n|---|---|---|---|\n| 2026-02-30 | A | B | c |\n',
      reports: ['4:3 format', '5:1 missing', '10:3 format'],
    },
  ],
  check({ notes, text }, report) {
    for (const { section, blocks } of bodies(notes)) {
      const when = WHEN[section.kind]
      const columns = knownColumns(section.kind)
      if (when === undefined || columns === undefined) continue
      for (const { names, rows, block } of readTables(text, blocks, columns)) {
        // Cells under wrong headings are one mistake, which `table-columns` reports.
        const wrong = block !== undefined && !hasProtocolColumns(headingsOf(text, block.header), section.kind)
        if (!names.includes(when.column) || (wrong && section.kind !== 'decision-log')) continue
        for (const { span, cells, places } of rows) {
          const data = { expected: when.example }
          const value = (cells[when.column] ?? '').replaceAll(/[`*]/g, '').trim().slice(0, 200)
          const cell = places[when.column] ?? span
          if (!isNothing(value) && !isWhen(value, when))
            report('format', { span: cell, data: { ...data, value } })
          else if (isNothing(value) && Object.values(cells).some(cell => !isNothing(cell ?? '')))
            // An empty cell cannot be underlined.
            report('missing', { span: cell.start === cell.end ? span : cell, data })
        }
      }
    }
  },
})

const isWhen = (value: string, { precision }: When): boolean => {
  const at = parseTimestamp(value)
  return at !== undefined && precision.includes(at.precision)
}
