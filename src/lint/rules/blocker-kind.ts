import { lineEndAfter, tight } from '../../document/leaf.ts'
import { recordsOfKind } from '../../protocol/notes.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'blocker-kind',
  group: 'work',
  summary: 'Require `Waiting:` or `Blocked:` in front of every blocker',
  why: 'What one waits for comes by itself, what blocks has to be removed by somebody: the next session needs to know which it is.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing kind of this blocker, expected `Waiting:` or `Blocked:` in front of it',
  },
  examples: [
    {
      title: 'one of each, and one that is resolved',
      before:
        '## Blockers\n- Waiting: keys (ETA: 2024-01-20)\n- **Blocked**: legal review\n- ~~old thing~~\n',
      reports: [],
    },
    {
      title: 'a blocker of no kind',
      before: '## Blockers\n- legal review\n',
      reports: ['2:1 missing'],
    },
  ],
  check({ notes, text }, report) {
    for (const record of recordsOfKind(notes, 'blocker')) {
      if (record.type !== undefined || record.done) continue
      const { start, end } = record.span
      report('missing', { span: tight(text, start, Math.min(end, lineEndAfter(text, start))) })
    }
  },
})
