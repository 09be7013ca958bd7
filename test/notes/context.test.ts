import { expect, test } from 'vitest'
import { type Notes, readNotes, recordsOfKind } from '../../src/notes/notes.ts'
import { currentContexts } from '../../src/notes/state/read-context.ts'

const contextsOf = (notes: Notes) =>
  recordsOfKind(notes, 'context').map(({ bead, checkpoint, state, next, blockedBy, others }) => ({
    ...(bead && { bead: bead.id ?? bead.title }),
    ...(checkpoint && { checkpoint: checkpoint.text }),
    ...(state && { state }),
    ...(next && { next }),
    ...(blockedBy && { blockedBy }),
    ...(others.length > 0 && { others: others.map(({ name, value }) => `${name}: ${value}`) }),
  }))

const contexts = (text: string) => contextsOf(readNotes(text))

test('the context of a v016 table includes its next action and its blocker', () => {
  const text =
    '## Current Focus\n\n| Field | Value |\n|---|---|\n| **Active Task** | Rate limits |\n| **Status** | Tests red |\n| **Blocked By** | Staging key |\n| **Next Action** | Ask ops for the key |\n| **Branch** | feat/limits |\n'
  expect(contexts(text)).toEqual([
    {
      bead: 'Rate limits',
      state: 'Tests red',
      blockedBy: 'Staging key',
      next: 'Ask ops for the key',
      others: ['branch: feat/limits'],
    },
  ])
})

test('reading a context table with a column for each field keeps every field', () => {
  const text =
    '## Current Focus\n\n| Task | Status | Next Action | Blocked By | Owner |\n|---|---|---|---|---|\n| Limits | red | Ask ops | None | ana |\n'
  expect(contexts(text)).toEqual([{ bead: 'Limits', state: 'red', next: 'Ask ops', others: ['owner: ana'] }])
})

test.each([
  'Next',
  'Next Action',
  'Next Step',
  'Next steps',
  'Next up',
  'Next session',
  'TODO next',
  'Resume',
])('the context field "%s" is the next step', name => {
  expect(contexts(`## Active Context\n- **State**: red\n- **${name}**: Ask ops\n`)).toEqual([
    { state: 'red', next: 'Ask ops' },
  ])
  expect(contexts(`## Session Continuity\nCurrent task: Limits\n${name}: Ask ops\n`)).toEqual([
    { bead: 'Limits', next: 'Ask ops' },
  ])
})

test('a bullet with an unknown field does not run into the field before it', () => {
  expect(contexts('## Current Focus\n- Task: Limits\n- Branch: feat/limits\n- Next: Ask ops\n')).toEqual([
    { bead: 'Limits', next: 'Ask ops', others: ['branch: feat/limits'] },
  ])
})

test.each([
  ['## ▶ RESUME HERE\n\nMerge the writer branch.\n', { next: 'Merge the writer branch.' }],
  ['## Next\n- [x] Cut the tag\n- [ ] Publish it\n- Announce it\n', { next: 'Publish it; Announce it' }],
  [
    '## Next: flush the queue\n\nThen rerun the soak test.\n',
    { next: 'flush the queue\nThen rerun the soak test.' },
  ],
  [
    '## Status\n\nSprint 3 is done.\n\n**Next**: open the PR\n',
    { state: 'Sprint 3 is done.', next: 'open the PR' },
  ],
  ['## Current Focus\n\nMoving the writer\nto batches.\n', { state: 'Moving the writer\nto batches.' }],
  ['## Session Continuity\n\nWriter half moved.\n', { state: 'Writer half moved.' }],
])('the prose of a section about the work is its state or next step: %s', (text, context) => {
  expect(contexts(`# Notes\n\n${text}`)).toEqual([context])
})

test('the prose of Session Continuity is the state only when the Active Context has none', () => {
  const text = '## Session Continuity\nLoad this first.\n\n### Active Context\n- **State**: red\n'
  const states = (source: string) =>
    currentContexts(recordsOfKind(readNotes(source), 'context')).map(({ state }) => state)
  expect(states(text)).toEqual(['red'])
  expect(states(text.replace('red', '(none)'))).toEqual(['Load this first.'])
})

test('a Status heading below another subject is not the state of the work', () => {
  const text =
    '# Notes\n\n## Rate limiter\n\n### Status\n\nAbandoned in 2024.\n\n## Decision Log\n\n### 2026-01-02 - Use tokens\n\n#### Status\n\nAccepted\n\n#### Next Steps\n\n- [ ] Tell ops\n'
  const notes = readNotes(text)
  expect(notes.records.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['decision Use tokens'])
})

test.each(['TODO', 'Next Steps', 'To do', 'Open tasks'])('a list below "%s" holds goals', name => {
  const { records } = readNotes(`# Notes\n\n## ${name}\n- [ ] Write tests\n- [x] Write code\n`)
  expect(records.map(record => record.kind === 'goal' && [record.title, record.done])).toEqual([
    ['Write tests', false],
    ['Write code', true],
  ])
})
