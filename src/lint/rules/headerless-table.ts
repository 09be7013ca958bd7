import type { Span } from '../../markdown/block.ts'
import type { Edit } from '../../markdown/edit.ts'
import type { ProfileName } from '../../notes/profile.ts'
import {
  cellsIn,
  headingsOf,
  isDelimiterRow,
  type LooseRows,
  looseRows,
  printDelimiter,
  printHeader,
  protocolColumns,
} from '../facts/tables.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'headerless-table',
  group: 'tables',
  summary: 'Require a header row and a delimiter row in every table',
  why: 'Without both, Markdown sees no table: the rows render as one paragraph of pipes, and the meaning of a cell is a guess.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    header: 'Missing header above these rows, expected a row of column names and a delimiter row',
    delimiter: 'Missing delimiter row below this header, expected `{{delimiter}}`',
    width: 'Unexpected delimiter row of {{cells}} cells, expected {{columns}} as in the header',
  },
  examples: [
    {
      title: 'a header row, a delimiter row and a data row',
      before: '## Decision Archive\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One |\n',
      reports: [],
    },
    {
      title: 'a row right below a comment',
      before: '## Session Continuity Log\n<!-- newest last -->\n| 2026-01-02T10:00Z | a | Went on |\n',
      reports: ['3:1 header'],
      after:
        '## Session Continuity Log\n<!-- newest last -->\n| Timestamp | Agent | Summary |\n|-----------|-------|---------|\n| 2026-01-02T10:00Z | a | Went on |\n',
    },
    {
      title: 'a delimiter row without a header row',
      before: '## Session Continuity Log\n|---|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n',
      reports: ['2:1 header'],
      after:
        '## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n| 2026-01-02T10:00Z | a | Went on |\n',
    },
    {
      title: 'no delimiter row',
      before: '## Lightweight Identifiers\n| Identifier | Purpose |\n| src/a.ts:1 | A |\n',
      reports: ['2:1 delimiter'],
      after:
        '## Lightweight Identifiers\n| Identifier | Purpose |\n|------------|---------|\n| src/a.ts:1 | A |\n',
    },
    {
      title: 'a delimiter row that is too short',
      before: '## Decision Archive\n| Date | Decision | Rationale |\n|---|---|\n| 2026-01-01 | One | Why |\n',
      reports: ['3:1 width'],
      after:
        '## Decision Archive\n| Date | Decision | Rationale |\n|------|----------|-----------|\n| 2026-01-01 | One | Why |\n',
    },
    {
      title: 'rows without a header anywhere: the column names are guessed',
      before: '## Servers\n| 2026-01-01 | REL-1 | First |\n| 2026-02-01 | REL-2 | Second |\n',
      reports: ['2:1 header'],
      after:
        '## Servers\n| Date | ID | Column 3 |\n|------|----|----------|\n| 2026-01-01 | REL-1 | First |\n| 2026-02-01 | REL-2 | Second |\n',
    },
  ],
  check({ notes, text }, report) {
    for (const rows of looseRows(notes)) {
      const [first, second] = rows.lines
      if (first === undefined || (rows.hasTable && !rows.header)) continue
      const headings = headingsOf(text, { cells: cellsIn(text, first) })
      const delimiter = printDelimiter(headings)
      const fix = (span: Span, text: string): readonly Edit[] | undefined =>
        rows.alone && rows.clean ? [{ span, text }] : undefined
      if (!rows.header) {
        const known = headerFor(rows, text)
        const header = known ?? guessedHeader(rows, text, notes.profile)
        const top = { start: first.start, end: first.start }
        const below = isDelimiterRow(text, first) || header === undefined ? '' : `${printDelimiter(header)}\n`
        const lines = header === undefined ? '' : `${printHeader(header)}\n${below}`
        report('header', {
          span: first,
          fix: lines === '' ? undefined : fix(top, lines),
          fixKind: known === undefined ? 'unsafe' : 'safe',
        })
      } else if (second !== undefined && isDelimiterRow(text, second)) {
        const data = { cells: cellsIn(text, second).length, columns: headings.length }
        report('width', { span: second, data, fix: fix(second, delimiter) })
      } else {
        const below = { start: first.end, end: first.end }
        report('delimiter', { span: first, data: { delimiter }, fix: fix(below, `\n${delimiter}`) })
      }
    }
  },
})

/** The protocol's header, which readers assume anyway. Undefined unless every row has as many cells as this header. */
function headerFor({ section, lines }: LooseRows, text: string): readonly string[] | undefined {
  const protocol = protocolColumns(section.kind)
  return protocol !== undefined && lines.every(line => cellsIn(text, line).length === protocol.length)
    ? protocol
    : undefined
}

/**
 * Guesses the column names from the cells, for the user to review. Undefined for a section of the protocol in `sam`,
 * where the guessed header would be wrong. Other profiles allow any header.
 */
function guessedHeader(
  { section, lines }: LooseRows,
  text: string,
  profile: ProfileName,
): readonly string[] | undefined {
  const protocol = protocolColumns(section.kind)
  const rows = lines
    .filter(line => !isDelimiterRow(text, line))
    .map(line => cellsIn(text, line).map(({ start, end }) => text.slice(start, end).trim()))
  const width = rows[0]?.length ?? 0
  const isEven = lines.every(line => cellsIn(text, line).length === width)
  if (width === 0 || !isEven || (protocol !== undefined && profile === 'sam')) return undefined
  const names = Array.from({ length: width }, (_, column) => {
    const cells = rows.map(row => row[column] ?? '')
    return protocol?.[column] ?? CELLS.find(([, like]) => cells.every(cell => like.test(cell)))?.[0]
  })
  return names.map((name, column) =>
    name === undefined || names.indexOf(name) < column ? `Column ${column + 1}` : name,
  )
}

/** Column names, by the pattern that all cells match. */
const CELLS: readonly (readonly [name: string, like: RegExp])[] = [
  ['Date', /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?$/],
  ['ID', /^[A-Z]{1,8}-\d{1,6}$/],
]
