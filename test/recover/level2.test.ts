import { expect, test } from 'vitest'
import { handleOf } from '../../src/notes/handle.ts'
import { readNotes } from '../../src/notes/notes.ts'
import { recover } from '../../src/recover/recover.ts'
import { seedExample } from '../fixtures/markdown.ts'
import { shapes } from '../fixtures/notes-shapes.ts'
import { profileExamples } from '../fixtures/profiles.ts'

const code = undefined
const notes = `# Notes

## Active Sub-Goals
- [x] Settle the upload limit
- [ ] Raise the upload limit

## Discovered Technical Debt
| ID | Description | Severity | File | Line | Found By |
|----|-------------|----------|------|------|----------|
| TD-001 | ~~Upload is not bounded~~ | HIGH | src/upload.ts | 12 | reviewing |
| TD-002 | Upload names are not checked | LOW | src/names.ts | | reviewing |
| TD-003 | Upload is slow | LOW | | | |

## Blockers
- [x] Blocked: upload needs a bucket
`

const slice = recover(notes, { level: 2, source: 'NOTES.md', query: 'upload', budget: 500, code })

test('level 2 marks finished records in the text and in the data', () => {
  expect(slice.text).toMatch(/^L4 goal g-[0-9a-f]{4} \(done\)$/m)
  expect(slice.text).toMatch(/^L5 goal g-[0-9a-f]{4}$/m)
  expect(slice.text).toMatch(/^L15 blocker b-[0-9a-f]{4} \(done\)$/m)
  const done = slice.records.filter(({ state }) => state === 'done').map(({ lines }) => lines[0])
  expect(new Set(done)).toEqual(new Set([4, 10, 15]))
})

test('level 2 shows where a debt is and who found it', () => {
  expect(slice.text).toMatch(
    /^L10 debt t-\w+ \(done\)\nTD-001 HIGH Upload is not bounded \| src\/upload\.ts:12 \| reviewing$/m,
  )
  expect(slice.text).toContain('TD-002 LOW Upload names are not checked | src/names.ts | reviewing')
  expect(slice.text).toMatch(/TD-003 LOW Upload is slow(?:\n|$)/)
})

test('level 2 names the records it finds by their handles, in the text and in the data', () => {
  const whole = readNotes(notes)
  const handles = whole.records.map(record => handleOf(whole, record))
  expect(slice.records.map(({ handle }) => handle).toSorted()).toEqual(handles.toSorted())
  for (const handle of handles) expect(slice.text).toContain(` ${handle}`)
})

const archive = {
  source: 'NOTES.archive.md',
  text: `# Archive

## Decision Archive
| Date | Decision | Rationale |
|------|----------|-----------|
| 2023-05-01 | **Upload queue**: Use a ring buffer for uploads | Bounded memory |
| 2023-05-02 | **Ring size**: 512 slots | Measured |
`,
}
const everywhere = (query: string, budget = 500, text = notes) =>
  recover(text, { level: 2, source: 'NOTES.md', query, budget, code, archive })

test('level 2 finds archived records too, and lists them as archived after those in the notes', () => {
  const { text, records } = everywhere('upload')
  expect(text).toMatch(
    /\nArchived in NOTES\.archive\.md:\nL6 archive d-[0-9a-f]{4}\nUpload queue: Use a ring buffer for uploads/,
  )
  expect(records.map(({ file }) => file)).toEqual([...Array(6).fill(undefined), 'NOTES.archive.md'])
  expect(records.at(-1)).toMatchObject({ kind: 'archive', title: 'Upload queue', lines: [6, 6] })
})

test('level 2 shows archived records alone when nothing in the notes matches', () => {
  expect(everywhere('ring size').text).toMatch(
    /^Archived in NOTES\.archive\.md:\nL7 archive d-\w+\n.*512 slots/,
  )
  expect(everywhere('zyxwvut').text).toMatch(/^No record matches "zyxwvut"\. Nearest: /)
})

test('level 2 leaves room for archived records when there are more matches than fit, and counts those it leaves out', () => {
  const many = notes.replace(
    '## Blockers',
    `${'- [LOW] Upload of the other kind is slow\n'.repeat(60)}\n## Blockers`,
  )
  expect(everywhere('upload', 500, many).text).toMatch(/\nArchived in [^\n]+\nL6 archive/)
  const small = everywhere('upload', 60, many)
  expect(small.text).not.toContain('Archived')
  expect(small.records.length + (small.omitted.matches ?? 0)).toBeGreaterThan(60)
})

test.each([20, 40, 60, 90, 120, 200, 300])('level 2 with an archive stays within %s tokens', budget => {
  for (const query of ['upload', 'ring size', 'ring upload', 'zyxwvut']) {
    const { tokens, text } = everywhere(query, budget)
    expect(tokens).toBeLessThanOrEqual(budget)
    expect(text).not.toBe('')
  }
})

const decision = (day: number, title: string, more = ''): string =>
  `#### 2026-01-${String(day).padStart(2, '0')}T00:00:00Z - ${title}\n${more}**Decision**: Do ${title}\n**Rationale**: because\n\n`
const days = Array.from({ length: 9 }, (_, index) => index + 1)
const without = (text: string, budget = 500) => recover(text, { level: 2, source: 'NOTES.md', budget, code })
const waiting = `### Pending Questions\n- [x] Was it?\n- [ ] Is it?\n\n## Blockers\n- Waiting: the key\n- [x] Blocked: gone\n`
const log = `## Session Continuity\n\n### Decision Log\n\n${days.map(day => decision(day, `choice ${day}`)).join('')}`

test('level 2 without a query shows the newest and the open records in full, the most needed first', () => {
  const { text, records } = without(
    `${log}${decision(20, 'gone', '**Status**: Superseded by x\n')}${waiting}`,
  )
  expect(text).toMatch(
    /^Waiting \S+: the key\nDecided \S+ \(Jan 9.*\): choice 9: Do choice 9 \(why: because\)\n/,
  )
  expect(records.map(({ title }) => title).slice(0, 4)).toEqual([
    'the key',
    'choice 9',
    'choice 8',
    'choice 7',
  ])
  expect(text).toMatch(/Open \S+: Is it\?/)
  expect(text).not.toMatch(/gone|Was it/)
})

test('level 2 without a query names records by their handles, for which level 1 has no room', () => {
  const { text, records } = without(`${log}${waiting}`)
  expect(text).toMatch(/^Waiting b-[0-9a-f]{4}: the key\nDecided d-[0-9a-f]{4} \(Jan 9/)
  expect(records[0]?.handle).toMatch(/^b-/)
  const one = recover(`${log}${waiting}`, { level: 1, source: 'NOTES.md', code })
  expect(one.text).toMatch(/^Waiting: the key\n/)
  expect(one.records[0]).not.toHaveProperty('handle')
})

test('the outline of level 3 names a section that is a record by its handle', () => {
  const text = `# N\n\n## Blockers\n\n### Staging key\n\nOps has it. ${'More of it. '.repeat(200)}\n`
  const outline = recover(text, { level: 3, source: 'NOTES.md', budget: 60, code }).text
  expect(outline).toMatch(/\n## Blockers L3-\d+\n### Staging key b-[0-9a-f]{4} L5-\d+$/)
})

test('level 2 without a query shows what level 1 shows, and more of it', () => {
  const state = 'The importer reads half of the file. '.repeat(12)
  const text = `## Active Context\n- **Reasoning State**: ${state}Next: read the other half\n\n${log}${waiting}`
  const one = recover(text, { level: 1, source: 'NOTES.md', code }).text
  expect(one).toMatch(/^State: The importer.* … The importer.* Next: read the other half\n/)
  expect(without(text).text).toContain(`State: ${state}Next: read the other half\n`)
})

test('level 2 finds the newest decision in force after hundreds of superseded ones', () => {
  const gone = Array.from({ length: 400 }, (_, index) =>
    decision(10 + (index % 20), `gone ${index}`, '**Status**: Superseded by x\n'),
  )
  expect(without(`${log}${gone.join('')}`).records[0]?.title).toBe('choice 9')
})

const find = (text: string, query: string, budget = 500) =>
  recover(text, { level: 2, source: 'NOTES.md', query, budget, code })

test('level 2 ranks an exact id or path before records that share only parts of it', () => {
  const rows = Array.from({ length: 30 }, (_, n) => `- [HIGH] TD-${100 + n}: TD TD TD src db ts slow`).join(
    '\n',
  )
  const text = `## Discovered Technical Debt\n${rows}\n- [LOW] TD-003: Pool in src/db.ts:12\n\n## Notes\nbd-x7y8.2 waits\n`
  expect(find(text, 'TD-003').records[0]?.title).toBe('Pool in src/db.ts:12')
  expect(find(text, 'what about src/db.ts:12').records[0]?.title).toBe('Pool in src/db.ts:12')
  expect(find(text, 'bd-x7y8.2').text).toMatch(/^L35 in Notes\nbd-x7y8\.2 waits(?:\n|$)/)
})

test('level 2 finds prose, code blocks and the active context, with their sections', () => {
  const text = `# Project\n\nFree text about EXP-004, the graduation gate.\nSecond line of it.\n\n## Setup\n\n\`\`\`sh\nmake quux\n\`\`\`\n\n## Active Context\n- **Reasoning State**: zebra crossing\n`
  expect(find(text, 'graduation gate').text).toBe(
    'L3-4 in Project\nFree text about EXP-004, the graduation gate.\nSecond line of it.',
  )
  expect(find(text, 'quux').text).toBe('L8-10 in Setup\n```sh\nmake quux\n```')
  expect(find(text, 'zebra').records[0]).toMatchObject({ kind: 'context', lines: [13, 13] })
})

/** The three rarest words of a line, as a user who remembers it would type them. */
function rareWords(text: string, line: string): string {
  const lower = text.toLowerCase()
  const words = [...new Set(line.toLowerCase().match(/[a-z]{3,}|\d{3,}/g) ?? [])]
  const count = (word: string): number => lower.split(word).length
  return words
    .toSorted((one, other) => count(one) - count(other))
    .slice(0, 3)
    .join(' ')
}

test.each(
  [{ name: "the seed's example", text: seedExample }, ...profileExamples, ...shapes].filter(
    ({ text }) => text.length < 20_000,
  ),
)('level 2 finds every line that grep finds by its rarest words: $name', ({ text }) => {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
  const gone = readNotes(text).records.filter(record => 'status' in record && record.status === 'superseded')
  const inForce = gone.reduce(
    (rest, { span }) =>
      rest.slice(0, span.start) + blank(rest.slice(span.start, span.end)) + rest.slice(span.end),
    text,
  )
  const visible = inForce.replaceAll(/<!--[\s\S]*?-->|^---\n[\s\S]*?\n---\n/g, blank)
  const missed = visible.split('\n').flatMap((line, index) => {
    const query = rareWords(visible, line)
    const isText = query !== '' && !/^\s*[#|>]/.test(line)
    if (!isText) return []
    const { records } = find(text, query, 4_000)
    return records.some(({ lines: [from, to] }) => from <= index + 1 && to >= index + 1)
      ? []
      : [`${index + 1}: ${line}`]
  })
  expect(missed).toEqual([])
})
