import type { Span } from '../../markdown/block.ts'
import { firstLine } from '../../markdown/scan/leaf.ts'
import { DEFAULT_CONVENTIONS, idLength } from '../../notes/conventions.ts'
import type { DebtRecord } from '../../notes/kinds/debt.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'debt-id',
  group: 'debt',
  summary: 'Require a unique id for every debt',
  why: 'Beads, commits and decisions refer to a debt by its id. When the id is missing or shared, they cannot say which debt they mean.',
  severity: { sam: 'error', loose: 'warning' },
  messages: {
    missing: 'Missing id of this debt, expected one like `{{example}}`',
    format: 'Unexpected id `{{id}}`, expected one like `{{templates}}`',
    duplicate: 'Unexpected id `{{id}}`, already used on line {{line}}, expected a unique id',
  },
  examples: [
    {
      title: 'a unique id for each debt',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-001 | A | LOW |\n| TD-002 | B | LOW |\n',
      reports: [],
    },
    {
      title: 'a wrong format, a missing id, a duplicate id',
      before:
        '## Technical Debt\n| ID | Description | Severity |\n|---|---|---|\n| TD-1 | A | LOW |\n| | B | LOW |\n| TD-003 | C | LOW |\n| TD-003 | D | LOW |\n',
      reports: ['4:3 format', '5:1 missing', '7:3 duplicate'],
    },
  ],
  check({ notes, text, settings: { conventions } }, report) {
    const { idTemplates } = conventions
    const templates = idTemplates.join(' or ')
    // Other profiles accept any format, unless the configuration defines one.
    const isHeld = notes.profile === 'sam' || templates !== DEFAULT_CONVENTIONS.idTemplates.join(' or ')
    const known = new Map<string, Span>()
    for (const debt of recordsOfKind(notes, 'debt')) {
      const { id } = debt
      const span = idSpan(text, debt)
      if (id === undefined) {
        if (isHeld) report('missing', { span, data: { example: exampleOf(idTemplates[0] ?? '') } })
        continue
      }
      const cause = known.get(id.toLowerCase())
      known.set(id.toLowerCase(), cause ?? span)
      if (isHeld && idLength(id, idTemplates) !== id.length)
        report('format', { span, data: { id, templates } })
      else if (cause !== undefined)
        report('duplicate', { span, data: { id, line: notes.document.lines.lineAt(cause.start) }, cause })
    }
  },
})

function idSpan(text: string, { span, id }: DebtRecord): Span {
  const line = firstLine(text, span)
  const at = id === undefined ? -1 : text.slice(line.start, line.end).indexOf(id)
  return at < 0 ? line : { start: line.start + at, end: line.start + at + (id?.length ?? 0) }
}

/** `TD-001` for `TD-###`. */
const exampleOf = (template: string): string => template.replace(/#$/, '1').replaceAll('#', '0')
