import { firstLine } from '../../markdown/scan/leaf.ts'
import { readItems } from '../../notes/text/items.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'task-syntax',
  group: 'work',
  summary: 'Require a checkbox for every goal and question',
  why: 'A checkbox marks an item as done without deleting it; a bullet without one is neither open nor done.',
  fix: 'safe',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing checkbox, expected `- [ ]` or `- [x]`',
    malformed: 'Unexpected checkbox `{{written}}`, expected `[ ]` or `[x]`, and a space',
  },
  examples: [
    {
      title: 'checkboxes, and an empty section',
      before: '## Pending Questions\n- [ ] A?\n- [x] B?\n\n## Active Sub-Goals\n- None\n',
      reports: [],
    },
    {
      title: 'bullets, one of them done',
      before: '## Active Sub-Goals\n- A\n- ~~B~~\n',
      reports: ['2:1 missing', '3:1 missing'],
      after: '## Active Sub-Goals\n- [ ] A\n- [x] ~~B~~\n',
    },
    {
      title: 'a checkbox without its space, one with a tick, and one that may mean anything',
      before: '## Pending Questions\n- [] A?\n- [x]B?\n- [ ]C?\n- [✓] D?\n- [~] E?\n- ~~[ ] F?~~\n',
      reports: [
        '2:3 malformed',
        '3:3 malformed',
        '4:3 malformed',
        '5:3 malformed',
        '6:3 malformed',
        '7:3 malformed',
      ],
      after: '## Pending Questions\n- [ ] A?\n- [x] B?\n- [ ] C?\n- [x] D?\n- [~] E?\n- ~~[ ] F?~~\n',
    },
  ],
  check({ notes, text }, report) {
    for (const { kind, blocks } of notes.sections) {
      if (kind !== 'goals' && kind !== 'questions') continue
      for (const bullet of readItems(text, blocks)) {
        const start = bullet.item.blocks[0]?.span.start
        if (bullet.item.task !== undefined || start === undefined) continue
        // A mark other than a tick, such as `[~]`, may mean begun or cancelled: no fix.
        const [written, mark] =
          /^(?:~~)?\[[ \t]*([^\w\]\s]?|[xX])\uFE0F?[ \t]*\](?![([:])/.exec(text.slice(start, start + 12)) ??
          []
        const box = bullet.done || /x/i.test(mark ?? '') ? '[x]' : '[ ]'
        if (written === undefined) {
          report('missing', {
            span: firstLine(text, bullet.span),
            fix: [{ span: { start, end: start }, text: `${box} ` }],
          })
        } else {
          const span = { start, end: start + written.length }
          const gap = /\s/.test(text.charAt(span.end)) ? '' : ' '
          const isClear = !written.startsWith('~') && /^[xX✓✔☑✅]?$/.test(mark ?? '')
          report('malformed', {
            span,
            data: { written },
            ...(isClear && { fix: [{ span, text: `${box}${gap}` }] }),
          })
        }
      }
    }
  },
})
