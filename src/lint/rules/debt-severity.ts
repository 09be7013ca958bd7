import type { Span } from '../../markdown/block.ts'
import { firstLine } from '../../markdown/scan/leaf.ts'
import { debtColumns } from '../../notes/kinds/debt.ts'
import type { Notes } from '../../notes/notes.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { readRows } from '../../notes/text/rows.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'debt-severity',
  group: 'debt',
  summary: 'Require CRITICAL, HIGH, MEDIUM or LOW as the severity of a debt',
  why: 'Severity decides which debts become beads, and with which priority. Tools cannot sort by any other word.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing severity of this debt, expected CRITICAL, HIGH, MEDIUM or LOW',
    unknown: 'Unexpected severity `{{written}}`, expected CRITICAL, HIGH, MEDIUM or LOW',
    spelling: 'Unexpected severity `{{written}}`, expected {{severity}}',
  },
  examples: [
    {
      title: 'the four severities',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | CRITICAL |\n| TD-002 | B | HIGH |\n| TD-003 | C | MEDIUM |\n| TD-004 | D | LOW |\n',
      reports: [],
    },
    {
      title: 'other spellings',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | low |\n| TD-002 | B | MED |\n| TD-003 | C | P1 |\n',
      reports: ['4:16 spelling', '5:16 spelling', '6:16 spelling'],
      after:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | LOW |\n| TD-002 | B | MEDIUM |\n| TD-003 | C | HIGH |\n',
    },
    {
      title: 'an abbreviation in a bullet',
      before: '## Technical Debt\n- TD-001: [MED] A\n',
      reports: ['2:12 spelling'],
      after: '## Technical Debt\n- TD-001: [MEDIUM] A\n',
    },
    {
      title: 'an unknown severity, and a missing one',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | urgent |\n| TD-002 | B | |\n',
      reports: ['4:16 unknown', '5:1 missing'],
    },
  ],
  check({ notes, text }, report) {
    const cells = severityCells(notes)
    for (const debt of recordsOfKind(notes, 'debt')) {
      const line = firstLine(text, debt.span)
      const { severity, severityText } = debt
      const cell = cells.get(debt.span.start) ?? wordIn(text, line)
      if (severity === undefined) {
        if (severityText === undefined) report('missing', { span: line })
        else report('unknown', { span: cell ?? line, data: { written: severityText } })
        continue
      }
      const written = cell === undefined ? severity : text.slice(cell.start, cell.end)
      if (written === severity || cell === undefined) continue
      // `P3` and `P4` both mean LOW, and an emoji may carry a meaning of its own: such a fix needs a review.
      const fixKind = /^[*_`]{0,3}[A-Za-z]+[*_`]{0,3}$/.test(written) ? 'safe' : 'unsafe'
      report('spelling', {
        span: cell,
        data: { written, severity },
        fix: [{ span: cell, text: severity }],
        fixKind,
      })
    }
  },
})

/** Spans of the severity cells, by the offset of their row. */
function severityCells({ document, sections }: Notes): ReadonlyMap<number, Span> {
  const rows = sections
    .filter(({ kind }) => kind === 'debt')
    .flatMap(({ blocks }) => readRows(document.text, blocks, debtColumns))
  return new Map(rows.flatMap(({ span, places: { severity } }) => (severity ? [[span.start, severity]] : [])))
}

/** Span of the severity in a bullet, in a form that the record reader accepts. */
function wordIn(text: string, line: Span): Span | undefined {
  const start = text.slice(line.start, Math.min(line.end, line.start + 120))
  const match = /(?<![\w-])(?:CRITICAL|HIGH|MEDIUM|MED|LOW|P[0-4])(?![\w-])/.exec(start)
  if (match === null) return undefined
  return { start: line.start + match.index, end: line.start + match.index + match[0].length }
}
