import { expect, test } from 'vitest'
import { handleOf, recordsByHandle } from '../../src/notes/handle.ts'
import { titleOf } from '../../src/notes/kinds.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { seedExample } from '../fixtures/markdown.ts'
import fc from '../property.ts'

/** Returns the handles of the records in a text, by title. */
function handlesIn(text: string): ReadonlyMap<string, string> {
  const notes = readNotes(text)
  return new Map(notes.records.map(record => [titleOf(record), handleOf(notes, record)]))
}

const questions = (...titles: readonly string[]): string =>
  `## Pending Questions\n${titles.map(title => `- [ ] ${title}\n`).join('')}`

/** Two titles whose handles start with the same four digits. */
function alike(): readonly [string, string] {
  const seen = new Map<string, string>()
  for (let number = 1; ; number++) {
    const title = `Question ${number}?`
    const start = handlesIn(questions(title)).get(title) ?? ''
    const other = seen.get(start)
    if (other !== undefined) return [other, title]
    seen.set(start, title)
  }
}

test('every record of a notes file has its own handle: a letter of its kind and four digits', () => {
  const notes = readNotes(seedExample)
  const handles = notes.records.map(record => handleOf(notes, record))
  for (const handle of handles) expect(handle).toMatch(/^(?:log|[a-z])-[0-9a-f]{4}$/)
  expect(new Set(handles).size).toBe(handles.length)
  expect(notes.records.map((record, at) => `${record.kind} ${handles[at]?.split('-')[0]}`)).toEqual(
    expect.arrayContaining(['question q', 'debt t', 'decision d', 'archive d', 'log log', 'reference r']),
  )
})

test.each([
  ['others are added before it', `${questions('Before?', 'Why?')}`],
  ['it is moved', `## Goals\n- [ ] x\n\n${questions('Other?', 'Why?')}`],
  ['it is ticked off', questions('Why?').replace('[ ]', '[x]')],
  ['it is ticked off with a reason', '## Pending Questions\n- [x] Why? — because\n'],
  ['it is marked as resolved', '## Pending Questions\n- [RESOLVED] Why?\n'],
  ['it ends with the pull request that closed it', '## Pending Questions\n- Why? (DONE in PR #13)\n'],
  ['its spacing changes', '## Pending Questions\n* [ ]   Why?\n'],
])('a handle stays the same when %s', (_, text) => {
  const [handle] = handlesIn(questions('Why?')).values()
  expect([...handlesIn(text).values()]).toContain(handle)
})

test.each([
  ['is blocked', '- [ ] Ship it', '- [ ] Ship it (blocking: rain)'],
  ['is blocked and done', '- [ ] Ship it', '- [x] Ship it (blocking: rain) — at last'],
  ['gets a bead', '- [ ] Ship it', '- [ ] Ship it (bead: bd-12)'],
])('the handle of a goal stays the same when it %s', (_, one, other) => {
  const handle = (line: string) => [...handlesIn(`## Goals\n${line}\n`).values()]
  expect(handle(other)).toEqual(handle(one))
})

test('a handle shared by two records grows by a character for both, and its short form is ambiguous', () => {
  const [one, other] = alike()
  const short = handlesIn(questions(one)).get(one) ?? ''
  const notes = readNotes(questions(one, 'Between?', other))
  const handles = handlesIn(notes.document.text)
  expect([handles.get(one)?.length, handles.get(other)?.length]).toEqual([short.length + 1, short.length + 1])
  expect(handles.get(one)).not.toBe(handles.get(other))
  expect(handles.get('Between?')).toHaveLength(short.length)
  expect(recordsByHandle(notes, short).map(titleOf)).toEqual([one, other])
  expect(recordsByHandle(notes, handles.get(other) ?? '').map(titleOf)).toEqual([other])
  // The longer form still names the record after the other record is gone.
  expect(recordsByHandle(readNotes(questions(one)), handles.get(one) ?? '').map(titleOf)).toEqual([one])
})

test('records with exactly the same words have different handles', () => {
  const notes = readNotes(questions('Why?', 'Why?', 'Why?'))
  const handles = notes.records.map(record => handleOf(notes, record))
  expect(new Set(handles).size).toBe(3)
  for (const [at, handle] of handles.entries())
    expect(recordsByHandle(notes, handle)).toEqual([notes.records[at]])
})

test('a handle that is also the id of a record grows by a character', () => {
  const debts = (...rows: readonly string[]) => `## Technical Debt\n${rows.map(row => `- ${row}\n`).join('')}`
  const isNumber = (handle: string) => /^t-\d{4}$/.test(handle)
  const handle = (title: string, ...more: readonly string[]) => {
    const notes = readNotes(debts(title, ...more), {
      conventions: { beadPrefixes: [], idTemplates: ['T-####'] },
    })
    return notes.records.map(record => handleOf(notes, record))[0] ?? ''
  }
  const title = Array.from({ length: 99 }, (_, at) => `Debt ${at}`).find(one => isNumber(handle(one))) ?? ''
  expect(isNumber(handle(title))).toBe(true)
  expect(handle(title, `${handle(title).toUpperCase()}: Other`)).toMatch(/^t-\d{4}[0-9a-f]$/)
})

test('handles are distinct and identify their record, whatever its title', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b — x', 'b — y', 'c (eta: d)', 'e'), { maxLength: 12 }),
      titles => {
        const notes = readNotes(questions(...titles))
        const handles = notes.records.map(record => handleOf(notes, record))
        expect(new Set(handles).size).toBe(titles.length)
        handles.forEach((handle, at) => {
          expect(recordsByHandle(notes, handle)).toEqual([notes.records[at]])
        })
      },
    ),
  )
})
