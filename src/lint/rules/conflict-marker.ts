import { conflictsIn, isIn } from '../facts/conflicts.ts'
import { defineRule } from '../rule.ts'

export default defineRule({
  name: 'conflict-marker',
  group: 'structure',
  summary: 'Disallow merge conflict markers',
  why: 'Most commands read both sides of the conflict as true, and nothing is written to the file until the conflict is resolved.',
  severity: { loose: 'error' },
  messages: {
    conflict: 'Unexpected merge conflict, expected the text of one side or both',
    stray: 'Unexpected conflict marker, expected none outside a conflict',
  },
  examples: [
    {
      title: 'markers inside a code fence',
      before: '## Learnings\n```\n<<<<<<< HEAD\n=======\n>>>>>>> main\n```\n',
      reports: [],
    },
    {
      title: 'an unfinished merge',
      before: '## Learnings\n<<<<<<< HEAD\n- Ours\n||||||| base\n=======\n- Theirs\n>>>>>>> main\n',
      reports: ['2:1 conflict'],
    },
    {
      title: 'a leftover marker',
      before: '## Learnings\n- Ours\n\n>>>>>>> main\n',
      reports: ['4:1 stray'],
    },
    {
      title: 'a start marker without an end, and a fence that is never closed',
      before:
        '## Learnings\n<<<<<<< HEAD\n- Ours\n<<<<<<< HEAD\n- Ours\n=======\n- Theirs\n>>>>>>> main\n- Then\n>>>>>>> main\n\n```\nnever ends\n',
      reports: ['2:1 stray', '4:1 conflict', '10:1 stray'],
    },
  ],
  check({ notes: { document } }, report) {
    const conflicts = conflictsIn(document)
    for (const { start, end } of conflicts) report('conflict', { span: start, cause: end })
    for (const { kind, span } of document.damage)
      if (kind === 'conflict-marker' && !conflicts.some(conflict => isIn(span, conflict)))
        report('stray', { span })
  },
})
