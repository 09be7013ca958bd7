import { bodies } from '../facts/sections.ts'
import { hasProtocolColumns, headingsOf, isHeader, knownColumns, protocolColumns } from '../facts/tables.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'table-columns',
  group: 'tables',
  summary: 'Require the columns that the protocol defines for a table',
  why: 'Cells are found by their column heading. Under any other heading they are not read at all.',
  severity: { sam: 'error', mount: 'warning', loose: 'off' },
  messages: {
    columns: 'Unexpected columns {{columns}}, expected {{expected}}',
    unknown: 'Unexpected columns {{columns}}, expected at least two known ones, such as {{expected}}',
  },
  examples: [
    {
      title: 'the columns of the protocol',
      before:
        '## Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n\n## Session Continuity Log\n| Timestamp | Agent | Summary |\n|---|---|---|\n',
      reports: [],
    },
    {
      title: 'a different order',
      before: '## Session Continuity Log\n| Agent | Timestamp | Summary |\n|---|---|---|\n',
      reports: ['2:1 columns'],
    },
    {
      title: 'an unrelated table, in the `mount` profile',
      before: '## Decisions\n| Fruit | Colour |\n|---|---|\n| Apple | Red |\n',
      reports: ['2:1 unknown'],
      profile: 'mount',
    },
    {
      title: 'other tables: outside the protocol, decisions as rows, and without rows',
      before:
        '## Learnings\n| Fruit | Colour |\n|---|---|\n| Apple | Red |\n\n## Fruit\n| Fruit | Colour |\n|---|---|\n| Apple | Red |\n\n## Session Continuity\n### Decision Log\n| Date | Decision |\n|---|---|\n| 2026-01-01 | One |\n\n| Fruit | Colour |\n|---|---|\n',
      reports: [],
    },
    {
      title: 'a table without rows, in the `mount` profile',
      before: '## Session Log\n| Fruit | Colour |\n|---|---|\n',
      reports: [],
      profile: 'mount',
    },
    {
      title: 'columns of its own, named in snake case',
      before: '## Session Log\n| full_content | _Colour_ |\n|---|---|\n| Apple | Red |\n',
      reports: ['2:1 unknown'],
      profile: 'mount',
    },
  ],
  check({ notes, text }, report) {
    for (const { section, blocks } of bodies(notes)) {
      const columns = knownColumns(section.kind)
      const protocol = protocolColumns(section.kind)
      if (columns === undefined || protocol === undefined) continue
      // The protocol logs decisions as blocks. If they are table rows, report only a header that cannot be read.
      const strict = notes.profile === 'sam' && section.kind !== 'decision-log'
      for (const block of blocks) {
        if (block.type !== 'table') continue
        const { span } = block.header
        const headings = headingsOf(text, block.header)
        const data = { columns: inCode(headings), expected: inCode(protocol) }
        if (strict && !hasProtocolColumns(headings, section.kind)) report('columns', { span, data })
        else if (!strict && block.rows.length > 0 && !isHeader(headings, columns))
          report('unknown', { span, data })
      }
    }
  },
})

const inCode = (headings: readonly string[]): string => `\`${headings.join(' | ')}\``
