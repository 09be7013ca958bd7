import { CONTEXT_FIELDS } from '../../notes/state/context-fields.ts'
import { writtenContexts } from '../facts/context-fields.ts'
import { headingSpan } from '../facts/sections.ts'
import { defineRule } from '../rule.ts'

type Required = keyof typeof CONTEXT_FIELDS

const FIELDS = Object.keys(CONTEXT_FIELDS) as readonly Required[]
const names = (fields: readonly Required[]): string =>
  fields.map(field => `\`${CONTEXT_FIELDS[field]}\``).join(', ')

export default defineRule({
  name: 'active-context-fields',
  group: 'active-context',
  summary: 'Require the current bead, the last checkpoint and the reasoning state',
  why: 'A session starts from these three lines after a /clear. `(none)` is a valid value; an empty line is not.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing {{fields}} in the active context, expected bead, checkpoint and state',
    empty: 'Missing value for {{fields}}, expected a value or `(none)`',
  },
  examples: [
    {
      title: 'every line has a value or `(none)`',
      before:
        '## Session Continuity\n### Active Context\n- **Current Bead**: bd-x7y8 (task)\n- **Last Checkpoint**: 2026-01-02T10:00:00Z\n- **Reasoning State**: (none)\n',
      reports: [],
    },
    {
      title: 'one line is missing, two are empty',
      before: '## Session Continuity\n### Active Context\n- **Current Bead**:\n- **Reasoning State**:\n',
      reports: ['2:5 missing', '3:3 empty'],
    },
  ],
  check({ notes, text }, report) {
    for (const { section, values } of writtenContexts(notes)) {
      const missing = FIELDS.filter(field => values[field] === undefined)
      if (missing.length > 0)
        report('missing', { span: headingSpan(section), data: { fields: names(missing) } })
      const empty = FIELDS.filter(field => {
        const { value } = values[field] ?? {}
        return value !== undefined && isEmpty(text.slice(value.start, value.end))
      })
      const [first] = empty
      const written = first === undefined ? undefined : values[first]
      if (written !== undefined) {
        const at = text.indexOf('**', written.field.start)
        const start = at >= 0 && at < written.field.end ? at : written.field.start
        report('empty', { span: { start, end: written.field.end }, data: { fields: names(empty) } })
      }
    }
  },
})

/** Is the value empty, or only a template comment? */
const isEmpty = (value: string): boolean => /^\s*(?:<!--|$)/.test(value) && !/-->\s*\S/.test(value)
