import { expect, test } from 'vitest'
import { readNotes } from '../../src/notes/notes.ts'
import { recordToJson } from '../../src/notes/to-json.ts'
import { recover } from '../../src/recover/recover.ts'

/** Each record as `kind date title`, with `^` in front of a date that it takes from a heading. */
function datesIn(text: string): string[] {
  return readNotes(text).records.map(record => {
    const { at, kind, title } = record
    const date = at === undefined ? '-' : `${at.inherited === true ? '^' : ''}${at.text}`
    return `${kind} ${date} ${title ?? ('summary' in record ? record.summary : '')}`.trim()
  })
}

test('a decision without a date takes the date of the dated heading above it', () => {
  const text =
    '# Notes\n\n## Decision Log — 2026-05-12 (cycle-104)\n\n- Ship E\n- 2026-05-11: Keep F\n\n### D-7: Cache per tenant\n**Decision**: One cache each\n\n' +
    '## Decision Log — 2026-04-01\n\n| Decision | Rationale | Date |\n|---|---|---|\n| Old one | cheap | |\n| Older one | cheaper | 2026-03-30 |\n'
  expect(datesIn(text)).toEqual([
    'decision ^2026-05-12 Ship E',
    'decision 2026-05-11 Keep F',
    'decision ^2026-05-12 Cache per tenant',
    'decision ^2026-04-01 Old one',
    'decision 2026-03-30 Older one',
  ])
})

test('an inherited date comes from the nearest dated heading at any depth', () => {
  const text =
    '# Notes (since 2025-01-01)\n\n## Sprint 3 — 2026-04-01 to 2026-04-14\n\n### Decisions\n- Ship weekly\n\n### Blockers — 2026-04-09\n- Waiting: certificate\n\n' +
    '### Open Questions\n- [ ] Which region?\n\n## Learnings\n- Cold starts dominate\n'
  expect(datesIn(text)).toEqual([
    'decision ^2026-04-01 Ship weekly',
    'blocker ^2026-04-09 certificate',
    'question ^2026-04-01 Which region?',
    'learning - Cold starts dominate',
  ])
})

test('an entry that is only a date holds the decisions listed below it', () => {
  const text =
    '## Decision Log\n\n### 2026-06-18\n- Retry three times\n- Log every retry\n\n### 2026-06-13 — Timeouts\n- Client: 5 s\n- Server: 8 s\n'
  expect(datesIn(text)).toEqual([
    'decision ^2026-06-18 Retry three times',
    'decision ^2026-06-18 Log every retry',
    'decision 2026-06-13 Timeouts',
  ])
})

test('a title dates the records below it only if it starts with the date', () => {
  expect(datesIn('# Memory 2026-01-01\n\n## Learnings\n- One\n')).toEqual(['learning - One'])
  expect(datesIn('# 2026-05-12 Cutover\n\n## Learnings\n- One\n')).toEqual(['learning ^2026-05-12 One'])
})

test('JSON says whether a date comes from a heading instead of the record', () => {
  const { document, records } = readNotes('## Decisions — 2026-05-12\n- Ship E\n- 2026-05-13 Ship F\n')
  const json = records.map(record => recordToJson(document, record))
  expect(json).toMatchObject([
    { at: '2026-05-12', dated: 'heading', precision: 'date' },
    { at: '2026-05-13' },
  ])
  expect(json[1]).not.toHaveProperty('dated')
})

test('recovery takes the section with the latest date as the newest, even if it is not the last in the file', () => {
  const text =
    '# Notes\n\n## Decision Log — 2026-05-12 (Ship E)\n- Ship E\n\n## Decision Log — 2026-04-01 (Old one)\n- Old one\n\n## Decision Log — 2026-03-01\n- Oldest\n'
  const said = recover(text, {
    level: 1,
    source: 'NOTES.md',
    code: { read: () => ({ problem: 'too-large' }) },
  })
  expect(said.text.split('\n')[0]).toBe('Decided (May 12): Ship E')
})
