import { expect, test } from 'vitest'
import { changeNotes } from '../../src/change/change-notes.ts'
import type { ContextFields } from '../../src/change/intent.ts'
import { readNotes } from '../../src/notes/notes.ts'

const set = (text: string, fields: ContextFields) =>
  changeNotes(text, [{ do: 'set-context', fields: { checkpoint: '2026-11-20T09:00:00Z', ...fields } }], {})

test.each<[title: string, before: string, fields: ContextFields, after: string]>([
  [
    'the only paragraph below Status',
    '## Status\n\nTests pass.\n\n## Goals\n',
    { state: 'Green', next: 'Ship' },
    '## Status\n\nGreen\n\n- **Last Checkpoint**: 2026-11-20T09:00:00Z\n- **Next Action**: Ship\n\n## Goals\n',
  ],
  [
    'the only list below Next',
    '## Next\n\n1. do a\n2. do b\n',
    { next: 'do c' },
    '## Next\n\ndo c\n\n- **Last Checkpoint**: 2026-11-20T09:00:00Z\n',
  ],
  [
    'the prose of two sections',
    '## Status\nTests pass.\n\n## Next\n- one\n- two\n',
    { state: 'Green', next: 'three' },
    '## Status\nGreen\n\n- **Last Checkpoint**: 2026-11-20T09:00:00Z\n\n## Next\nthree\n',
  ],
  [
    'the paragraph above the fields',
    '## Status\n\nWe are at step 3.\n\nNext: step 4\n',
    { state: 'At step 5', next: 'step 6' },
    '## Status\n\nAt step 5\n\nNext: step 6\nLast Checkpoint: 2026-11-20T09:00:00Z\n',
  ],
])('context set replaces %s', (_, before, fields, after) => {
  for (const [text, wanted] of [
    [before, after],
    [before.replaceAll('\n', '\r\n'), after.replaceAll('\n', '\r\n')],
  ] as const)
    expect(set(text, fields)).toMatchObject({ text: wanted, notes: [], dropped: [] })
})

test.each([
  ['several paragraphs', '## Status\n\nOne paragraph.\n\nAnother paragraph.\n', true],
  ['a paragraph below a dated heading', '## Status (2026-05-19)\n\nTests pass.\n', false],
  ['dated paragraphs', '## Current State\n\n**2026-05-20**: green.\n\n**2026-05-22**: half way.\n', false],
])('context set keeps %s, and adds an Active Context', (_, before, isBeside) => {
  const { text, dropped } = set(before, { state: 'Green' })
  expect(text).toBe(
    `${before}\n## Active Context\n- **Last Checkpoint**: 2026-11-20T09:00:00Z\n- **Reasoning State**: Green\n`,
  )
  const remarks = isBeside
    ? [expect.stringMatching(/^The section "Status" says something else, .* `notes remove c-[0-9a-f]+`$/)]
    : []
  expect(dropped).toEqual(remarks)
})

test('remove takes out a state in prose, but no context with fields', () => {
  const before = '## Status\n\nOne paragraph.\n\nAnother paragraph.\n\n## Goals\n- [ ] g\n'
  expect(changeNotes(before, [{ do: 'remove', which: 'Another paragraph' }], {}).text).toBe(
    '## Status\n\n## Goals\n- [ ] g\n',
  )
  const fields = set('## Active Context\n', { state: 'Green' }).text
  expect(readNotes(fields).records).toMatchObject([{ kind: 'context', state: 'Green' }])
  expect(() => changeNotes(fields, [{ do: 'remove', which: 'Green' }], {})).toThrow(
    'cannot be edited or removed as a record',
  )
})
