import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import { readNotes } from '../../src/notes/notes.ts'

const resolve = (kind: 'blocker' | 'debt', which: string, text: string) =>
  changeNotes(text, [{ do: 'finish', kind, which }], { template: '' }).text

test('blocker resolve marks a blocker that is a heading, or stands below one', () => {
  const text =
    '## Blockers\n\n### BLK-1: No staging key\n\nOps has to renew it.\n\n### API\n- [ ] Rate limit\n- Waiting: quota\n'
  const done = ['staging key', 'Rate limit', 'quota'].reduce(
    (before, which) => resolve('blocker', which, before),
    text,
  )
  expect(done).toBe(
    '## Blockers\n\n### [RESOLVED] BLK-1: No staging key\n\nOps has to renew it.\n\n### API\n- [x] Rate limit\n- [RESOLVED] Waiting: quota\n',
  )
  expect(readNotes(done).records.every(record => record.kind === 'blocker' && record.done)).toBe(true)
})

test('blocker resolve fills the status of a blocker in a table', () => {
  const text = '## Blockers\n\n| Blocker | Status |\n|---|---|\n| RPC quota | open |\n'
  expect(resolve('blocker', 'RPC quota', text)).toContain('| RPC quota | done |')
})

test('a question is added above the headings that group the others', () => {
  const text = '## Open Questions\n\n### Storage\n- [ ] Which region?\n'
  const draft = { kind: 'question', title: 'Which cache?' } as const
  const { text: after } = changeNotes(text, [{ do: 'add', draft }], { template: '' })
  expect(readNotes(after).records.map(({ title }) => title)).toEqual(['Which cache?', 'Which region?'])
})
