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

test('remove deletes a state in prose, but not a context with fields', () => {
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

test('context set writes to the same places each time', () => {
  const once = set('## Status\n\nDone.\n\n## Next\n\nShip.\n', { state: 'A' }).text
  const twice = set(once, { next: 'B' })
  expect(twice).toMatchObject({ notes: [], dropped: [] })
  expect(readNotes(set(twice.text, { state: 'S', next: 'N' }).text).records).toMatchObject([
    { kind: 'context', state: 'S' },
    { kind: 'context', next: 'N' },
  ])
})

test('context set never deletes the only text of a section', () => {
  expect(() => set('## Status\n\nDone.\n\n## Next\n\nShip.\n', { next: '' })).toThrow(
    'The section "Next" holds nothing else',
  )
})

test.each([
  ['a list of something else', '## Status codes\n\n- 401: expired\n- 409: retry\n'],
  ['tasks', '## Status\n\n- [x] parser\n- [ ] printer\n'],
  ['a dated list', '## Status\n\n- 2026-03-02: parser\n- 2026-03-01: lexer\n'],
  ['a list of many facts', '## Status\n\n- one\n- two\n- three\n- four\n'],
  ['a long paragraph', `## Status\n\n${'The parser is done. '.repeat(20)}\n`],
  ['a paragraph with a comment', '## Status\n\nDone. <!-- bob: check this -->\n'],
  ['a sentence that introduces a list', '## Status\n\nDone so far:\n\n1. lexer\n2. parser\n'],
])('context set leaves %s alone', (_, before) => {
  expect(set(before, { state: 'Green' }).text.startsWith(before)).toBe(true)
})

test.each([
  ['goal', '## TODO\n\nRename config.\n', 'Write tests.'],
  ['blocker', '## Blockers\n\nAWS keys.\n', 'Waiting: GCP'],
  ['question', '## Open Questions\n\nWho pays?\n', 'When?'],
] as const)('add continues a section of paragraphs: %s', (kind, before, added) => {
  const title = added.replace('Waiting: ', '')
  const draft = kind === 'blocker' ? { kind, title, type: 'waiting' as const } : { kind, title }
  expect(changeNotes(before, [{ do: 'add', draft }], {}).text).toBe(`${before}\n${added}\n`)
})

test('a question that spans two lines can be answered and renamed', () => {
  const before = '## Open Questions\n\nShould the grace period\nbe configurable?\n'
  expect(changeNotes(before, [{ do: 'finish', kind: 'question', which: 'grace', how: 'yes' }], {}).text).toBe(
    '## Open Questions\n\n[RESOLVED] Should the grace period\nbe configurable? — yes\n',
  )
  const fields = { title: 'Configurable?' }
  expect(changeNotes(before, [{ do: 'edit', which: 'grace', fields }], {}).text).toBe(
    '## Open Questions\n\nConfigurable?\n',
  )
})

test('reopen removes the strikethrough from a heading struck through by hand', () => {
  const before = '## Decisions\n\n### 2026-03-10 - ~~Use Kafka~~\n\n**Decision**: y\n'
  expect(changeNotes(before, [{ do: 'reopen', which: 'Kafka' }], {}).text).toBe(before.replaceAll('~~', ''))
})

test('remove refuses a state in prose if code or a table would be removed with it', () => {
  const before = '## Status\n\nHalf done.\n\nReally.\n\n```\nimportant\n```\n'
  expect(() => changeNotes(before, [{ do: 'remove', which: 'Half done' }], {})).toThrow(
    'cannot be edited or removed as a record',
  )
  expect(set(before, { state: 'Green' }).dropped).toEqual([
    'The section "Status" says something else, and recovery shows both: edit it',
  ])
})

test('context set keeps the prose below a custom heading with an emoji', () => {
  const before = '## 📍 Where we are in the code\n\nThe parser lives in src.\n'
  expect(set(before, { state: 'Green' }).text).toContain('The parser lives in src.')
})

test.each([
  ['a word of its text', '- Use ~~MySQL~~ Postgres (superseded by D9)\n', '- Use ~~MySQL~~ Postgres\n'],
  ['code', '- Run `a ~~b~~ c` (superseded by D9)\n', '- Run `a ~~b~~ c`\n'],
])('reopen leaves %s struck through', (_, line, after) => {
  const which = line.slice(2, 5)
  expect(changeNotes(`## Decisions\n\n${line}`, [{ do: 'reopen', which }], {}).text).toBe(
    `## Decisions\n\n${after}`,
  )
})
