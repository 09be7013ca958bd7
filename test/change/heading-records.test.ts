import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { seedExample } from '../fixtures/markdown.ts'

const resolve = (kind: 'blocker' | 'debt', which: string, text: string) =>
  changeNotes(text, [{ do: 'finish', kind, which }], {}).text

test('blocker resolve marks a blocker that is a heading, and blockers below a heading', () => {
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

test('question add puts a question above the headings that group the other questions', () => {
  const text = '## Open Questions\n\n### Storage\n- [ ] Which region?\n'
  const draft = { kind: 'question', title: 'Which cache?' } as const
  const { text: after } = changeNotes(text, [{ do: 'add', draft }], {})
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
])('remove leaves one blank line where the record was: %s', (_, text, which, after) => {
  for (const [before, wanted] of [
    [text, after],
    [text.replaceAll('\n', '\r\n'), after.replaceAll('\n', '\r\n')],
  ] as const)
    expect(changeNotes(before, [{ do: 'remove', which }], {}).text).toBe(wanted)
})

const DIARY = `# Notes

## 2026-03-09

Trained over the weekend.

- TODO: rerun the baseline
- Question: is 0.3 too much?

## 2026-03-05

Relabelled 140 tiles.

- TODO: export the masks

## 2026-02-27

Met the group.
`

test('goal done marks a labeled diary bullet after its label', () => {
  const { text } = changeNotes(DIARY, [{ do: 'finish', kind: 'goal', which: 'rerun' }], {})
  expect(text).toBe(DIARY.replace('TODO: rerun', 'TODO: [RESOLVED] rerun'))
  const [goal] = readNotes(text).records.filter(({ kind }) => kind === 'goal')
  expect(goal).toMatchObject({ title: 'rerun the baseline', done: true, at: { text: '2026-03-09' } })
})

test('log add writes the agent into the summary when the table has no agent column', () => {
  const text = '## Session Log\n\n| Date | Summary |\n|---|---|\n| 2026-01-01 | Built it |\n'
  const draft = { kind: 'log', at: '2026-01-02', agent: 'coding', summary: 'Wired it' } as const
  const { text: after } = changeNotes(text, [{ do: 'add', draft }], {})
  expect(after).toContain('| 2026-01-02 | [coding] Wired it |')
  expect(readNotes(after).records.at(-1)).toMatchObject({ agent: 'coding', summary: 'Wired it' })
})

test('context set refuses a bead that lint forbids, but only in a file in the protocol format', () => {
  const set = (bead: string, text: string) =>
    changeNotes(text, [{ do: 'set-context', fields: { bead } }], {}).text
  expect(() => set('X-1', seedExample)).toThrow(
    /Unexpected bead "X-1", expected an id such as `bd-x7y8 \(task\)`/,
  )
  expect(set('bd-a1b2 (the pool)', seedExample)).toContain('bd-a1b2 (the pool)')
  expect(set('the pool', '## Active Context\n- **Current Task**: x\n')).toContain('the pool')
})

test.each([
  '- (none) — the adapter build is unblocked.',
  'None - all dependencies are optional (jq, yq)',
  '_None_ (see #12)',
])('blocker add keeps a line that says more than "None": %s', line => {
  const draft = { kind: 'blocker', type: 'waiting', title: 'creds' } as const
  const { text } = changeNotes(`## Blockers\n${line}\n`, [{ do: 'add', draft }], {})
  expect(text).toContain(`${line}\n`)
  const { text: bare } = changeNotes('## Blockers\n- None\n', [{ do: 'add', draft }], {})
  expect(bare).not.toContain('None')
})

test('debt resolve writes how the debt was resolved after the last line of its bullet', () => {
  const text = '## Technical Debt\n\n- first thing and\n  wraps.\n'
  const intent = { do: 'finish', kind: 'debt', which: 'first thing', how: 'x' } as const
  expect(changeNotes(text, [intent], {}).text).toBe(
    '## Technical Debt\n\n- [RESOLVED] first thing and\n  wraps. — x\n',
  )
})

test('context set changes the state that recovery reads, not an outdated state', () => {
  const old = '## Current Focus\n- **Status**: cycle-012 in review\n'
  const present = '## Session Continuity\n- **Recovery Anchor**: cycle-022 complete\n'
  const { text } = changeNotes(
    `${old}\n${present}`,
    [{ do: 'set-context', fields: { state: 'cycle-022 merged' } }],
    {},
  )
  expect(text).toContain(old)
  expect(text).toContain('- **Recovery Anchor**: cycle-022 merged')
})

test('goal add uses the list of things to do now, not the list for later', () => {
  const draft = { kind: 'goal', title: 'ship it' } as const
  const { text } = changeNotes(
    '## To do before the fest\n- [ ] art\n\n## Later / maybe\n- [ ] photos\n',
    [{ do: 'add', draft }],
    {},
  )
  expect(text).toBe('## To do before the fest\n- [ ] art\n- [ ] ship it\n\n## Later / maybe\n- [ ] photos\n')
})

const logRow = { kind: 'log', at: '2026-06-01', agent: 'me', summary: 'Opened PR #14' } as const
const journal = (...entries: string[]) => `# Loop journal\n\n${entries.join('\n\n')}\n`

test('log add continues a journal of dated paragraphs, even below a heading that does not mention a log', () => {
  const text = journal(
    'iter 1 (2026-05-19): One.',
    'More of it.',
    'iter 2 (2026-05-20): Two.',
    'iter 3 (2026-05-21): Three.\nMore.',
  )
  const { text: after } = changeNotes(text, [{ do: 'add', draft: logRow }], {})
  expect(after).toBe(`${text}\n2026-06-01 [me] Opened PR #14\n`)
})

test('log add puts a paragraph with a bold date at the newer end of a journal', () => {
  const text = journal('**2026-05-21** Three', '**2026-05-20** Two', '**2026-05-19** One')
  const { text: after } = changeNotes(text, [{ do: 'add', draft: logRow }], {})
  expect(after).toBe(text.replace('**2026-05-21**', '**2026-06-01** [me] Opened PR #14\n\n**2026-05-21**'))
})

test('context set adds a field in the style of the field above it', () => {
  const set = (text: string) => changeNotes(text, [{ do: 'set-context', fields: { next: 'Ship' } }], {}).text
  expect(set('## Session Continuity\n\nStopped at: here\n')).toContain(
    '\nStopped at: here\nNext Action: Ship\n',
  )
  expect(set('## Active Context\n- **Status**: red\n')).toContain('\n- **Next Action**: Ship\n')
})

test('context set leaves the thematic break below its section alone, and creates no second section', () => {
  const text =
    '## Session Continuity (2026-07-19)\n\n**Status:** done\n\n**Next:** Review the gaps.\n\n---\n\n## Other\n\nx\n'
  const fields = { next: 'Ship', checkpoint: '2026-07-20T10:00:00Z' }
  expect(changeNotes(text, [{ do: 'set-context', fields }], {}).text).toBe(
    text.replace('Review the gaps.', 'Ship\n**Last Checkpoint**: 2026-07-20T10:00:00Z'),
  )
})

test('goal done strikes through a row without a status, and reopen restores it', () => {
  const text =
    '## Carried Forward\n\n| Item | Reasoning |\n|---|---|\n| Key rotation | Deferred |\n| Pagination | Later |\n'
  const done = changeNotes(text, [{ do: 'finish', kind: 'goal', which: 'Key rotation' }], {}).text
  expect(done).toBe(text.replace('Key rotation', '~~Key rotation~~'))
  const again = changeNotes(done, [{ do: 'reopen', which: 'Key rotation' }], {}).text
  expect(again).toBe(text)
})

test('reopen removes a remark that would still call the record done, and keeps any other', () => {
  const text = '## Active Sub-Goals\n\n- [ ] Ship it (depends on: the key)\n'
  const finish = (how: string) =>
    changeNotes(text, [{ do: 'finish', kind: 'goal', which: 'Ship it', how }], {}).text
  const reopen = (done: string) => changeNotes(done, [{ do: 'reopen', which: 'Ship it' }], {}).text
  expect(finish('merged')).toBe(text.replace('- [ ]', '- [x]').replace('key)', 'key) — merged'))
  expect(reopen(finish('merged'))).toBe(text)
  expect(reopen(finish('by Max'))).toBe(text.replace('key)', 'key) — by Max'))
})

const remove = (text: string, which: string) => changeNotes(text, [{ do: 'remove', which }], {}).text

test('remove passes the number of the first item on to the next one, since a list right below text has to start with 1', () => {
  const text =
    '## Next Steps\n\nIn this order:\n1. Add owners\n   - of each folder\n2. Write the changelog\n3. Tag\n'
  expect(remove(text, 'Add owners')).toBe('## Next Steps\n\nIn this order:\n1. Write the changelog\n3. Tag\n')
  expect(remove(text, 'changelog')).toBe(text.replace('2. Write the changelog\n', ''))
  const dated = `## 2026-05-01 — Day\n\n${text.replace('## Next Steps', '### Recommendations')}`
  expect(remove(dated, 'Add owners')).toContain('In this order:\n1. Write the changelog\n3. Tag\n')
})

const edit = (text: string, which: string, fields: Record<string, string>) =>
  changeNotes(text, [{ do: 'edit', which, fields }], {}).text

test('edit adds a rationale below the prose of a decision, and still reads the prose as the decision', () => {
  const text =
    '## Decisions\n\n### 2026-05-07 — Pure frontend\n\nRate limits are on the chain.\n\n---\n\n## Other\n'
  const after = edit(text, 'Pure frontend', { rationale: 'No server to run' })
  expect(after).toBe(text.replace('chain.\n', 'chain.\n\n**Rationale**: No server to run\n'))
  expect(readNotes(after).records[0]).toMatchObject({
    decision: 'Rate limits are on the chain.',
    rationale: 'No server to run',
  })
})

test('edit replaces and adds bullets below a decision with a bold title', () => {
  const text =
    '## Decisions\n\n**Decision: Keep logs**\n- **Rationale**: Audits need them\n- **Policy**: 30 days\n'
  expect(edit(text, 'Keep logs', { rationale: 'Auditors ask' })).toBe(
    text.replace('Audits need them', 'Auditors ask'),
  )
  expect(edit(text, 'Keep logs', { decidedBy: 'Ops' })).toContain(
    'need them\n- **Decided By**: Ops\n- **Policy**',
  )
})

test('edit adds a purpose to a reference that has none', () => {
  const text = '## Key Files\n- `src/a.ts`\n- `src/b.ts` — B\n'
  expect(edit(text, 'src/a.ts', { purpose: 'Entry' })).toBe(text.replace('`src/a.ts`', '`src/a.ts` — Entry'))
})

test('goal done with a reason strikes through a row without a status', () => {
  const text = '## Carried Forward\n\n| Item | Reasoning |\n|---|---|\n| Rotation | Deferred |\n'
  const after = changeNotes(
    text,
    [{ do: 'finish', kind: 'goal', which: 'Rotation', how: 'in PR 5' }],
    {},
  ).text
  expect(after).toContain('| ~~Rotation~~ — in PR 5 | Deferred |')
  expect(readNotes(after).records).toMatchObject([{ title: 'Rotation', done: true }])
})

test('remove keeps the continuation lines of an item that takes over a number with a wider marker', () => {
  const text = '## Next Steps\n\nFirst:\n1.   One\n2. Two\n\n   more of two\n'
  expect(remove(text, 'One')).toBe('## Next Steps\n\nFirst:\n1. Two\n\n   more of two\n')
})

test('remove leaves the thematic break below a record, unless there is another one above it', () => {
  const entry = (title: string) => `### 2026-05-0${title}: Choice ${title}\n**Decision**: Do ${title}\n`
  const between = `## Decision Log\n\n${entry('1')}\n---\n\n${entry('2')}\n---\n\n## Other\n`
  const below = `## Decision Log\n\n${entry('1')}\n${entry('2')}\n---\n\n## Other\n`
  for (const text of [between, below])
    expect(remove(text, 'Choice 2')).toBe(`## Decision Log\n\n${entry('1')}\n---\n\n## Other\n`)
})

test('context set adds fields below a table of several areas, and changes none of its rows', () => {
  const text =
    '## Status\n\n| Area | State | Next |\n|---|---|---|\n| auth | done | - |\n| billing | open | hooks |\n'
  const after = changeNotes(text, [{ do: 'set-context', fields: { state: 'W' } }], {}).text
  expect(after).toBe(`${text}\n- **Reasoning State**: W\n`)
})

test('a new record goes above the thematic break that ends its section', () => {
  const text = '## Blockers\n\n---\n\n## Goals\n'
  const draft = { kind: 'blocker', type: 'waiting', title: 'A key' } as const
  const after = changeNotes(text, [{ do: 'add', draft }], {}).text
  expect(after).toBe('## Blockers\n- Waiting: A key\n\n---\n\n## Goals\n')
})
