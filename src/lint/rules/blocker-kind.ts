import { firstLine } from '../../markdown/scan/leaf.ts'
import { recordsOfKind } from '../../notes/notes.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'blocker-kind',
  group: 'work',
  summary: 'Require every blocker to start with `Waiting:` or `Blocked:`',
  why: 'A `Waiting:` blocker resolves by itself; a `Blocked:` one has to be removed by someone. The next session needs to know which it is.',
  severity: { sam: 'error', loose: 'off' },
  messages: {
    missing: 'Missing kind of this blocker, expected it to start with `Waiting:` or `Blocked:`',
  },
  examples: [
    {
      title: 'one of each, and a resolved blocker',
      before:
        '## Blockers\n- Waiting: keys (ETA: 2024-01-20)\n- **Blocked**: legal review\n- ~~old thing~~\n',
      reports: [],
    },
    {
      title: 'a blocker without a kind',
      before: '## Blockers\n- legal review\n',
      reports: ['2:1 missing'],
    },
  ],
  check({ notes, text }, report) {
    for (const record of recordsOfKind(notes, 'blocker')) {
      if (record.type !== undefined || record.done) continue
      report('missing', { span: firstLine(text, record.span) })
    }
  },
})
