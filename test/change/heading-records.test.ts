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

test.each([
  [
    'in the middle',
    '## Blockers\n\n### A key\n\nOps.\n\n### Quota\n\nAsk.\n\n## Debt\n',
    'A key',
    '## Blockers\n\n### Quota\n\nAsk.\n\n## Debt\n',
  ],
  ['before a heading', '## Blockers\n\n### A key\n\nOps.\n\n## Debt\n', 'A key', '## Blockers\n\n## Debt\n'],
  [
    'at the end',
    '## Blockers\n\n### Quota\n\nAsk.\n\n### A key\n\nOps.\n',
    'A key',
    '## Blockers\n\n### Quota\n\nAsk.\n',
  ],
  [
    'a bullet between blank lines',
    '## Blockers\n\n- Quota\n\n- A key\n\n- Rain\n',
    'A key',
    '## Blockers\n\n- Quota\n\n- Rain\n',
  ],
  ['a bullet below a heading', '## Blockers\n- A key\n\n## Debt\n', 'A key', '## Blockers\n\n## Debt\n'],
])('remove leaves one blank line where the record stood: %s', (_, text, which, after) => {
  for (const [before, wanted] of [
    [text, after],
    [text.replaceAll('\n', '\r\n'), after.replaceAll('\n', '\r\n')],
  ] as const)
    expect(changeNotes(before, [{ do: 'remove', which }], { template: '' }).text).toBe(wanted)
})
