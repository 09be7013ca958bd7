import { expect, test } from 'vitest'
import type { Finding } from '../../src/lint/finding.ts'
import { fingerprints, hash } from '../../src/lint/fingerprint.ts'
import { readNotes } from '../../src/notes/notes.ts'

const finding = (start: number, end: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'r',
  id: 'a',
  severity: 'error',
  message: 'm',
  span: { start, end },
  data: {},
  ...more,
})

/** Of a finding at every place where `at` stands. */
function marks(text: string, at: string, more: Partial<Finding> = {}): readonly string[] {
  const places = [...text.matchAll(new RegExp(at, 'g'))]
  return fingerprints(
    readNotes(text),
    places.map(({ index }) => finding(index, index + at.length, more)),
  )
}

const TEXT =
  '# N\n\n## Blockers\n\n- one x.ts\n\n## Decision Log\n\n### 2024-01-01 A\n\nx.ts\n\n### 2024-01-02 B\n\nx.ts x.ts\n'
const before = marks(TEXT, 'x.ts')

test('findings have fingerprints of their own', () => {
  expect(new Set(before).size).toBe(4)
  for (const mark of before) expect(mark).toMatch(/^[0-9a-f]{16}$/)
})

test.each([
  ['lines above', TEXT.replace('# N\n', '# N\n\nmore\nand more\n')],
  ['a section between', TEXT.replace('## Decision Log', '## Other\n\ntext\n\n## Decision Log')],
  ['text in the same section', TEXT.replace('- one', '- zero\n- one')],
  ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${TEXT}`],
])('they survive %s', (_, text) => {
  expect(marks(text, 'x.ts')).toEqual(before)
})

test('one more of the same kind leaves those of the others', () => {
  const after = marks(TEXT.replace('## Blockers\n', '## Blockers\n\n- two x.ts\n'), 'x.ts')
  expect(after).toHaveLength(5)
  expect(after).toEqual(expect.arrayContaining([...before]))
})

test('the same in another section, of another rule, of another message, or elsewhere is not the same', () => {
  const [first] = before
  expect(marks(TEXT.replace('Blockers', 'Goals'), 'x.ts')[0]).not.toBe(first)
  expect(marks(TEXT, 'x.ts', { rule: 's' })[0]).not.toBe(first)
  expect(marks(TEXT, 'x.ts', { id: 'b' })[0]).not.toBe(first)
  expect(marks(TEXT, 'one ')[0]).not.toBe(first)
})

test('of two sections missing at one place, each is known by its name; figures do not count', () => {
  const missing = (name: string, count: number) =>
    fingerprints(readNotes(TEXT), [finding(0, 0, { data: { name, count, said: `${count} days` } })])[0]
  expect(missing('Goals', 1)).not.toBe(missing('Blockers', 1))
  expect(missing('Goals', 1)).toBe(missing('Goals', 27))
})

test('each of many equal ones at one place has its own', () => {
  const all = marks('# N\n\nx.ts x.ts x.ts x.ts\n', 'x.ts')
  expect(new Set(all).size).toBe(4)
})

test('they know the entry, and the sections around it', () => {
  const renamed = marks(TEXT.replace('2024-01-01 A', '2024-01-01 C'), 'x.ts')
  expect(renamed.map((mark, index) => mark === before[index])).toEqual([true, false, true, true])
  const nested =
    '# N\n## Session Continuity\n### Decision Log\n#### 2024-01-01 A\nx.ts\n### Pending Questions\nx.ts\n'
  const old = marks(nested, 'x.ts')
  const other = marks(nested.replace('Session Continuity', 'Session'), 'x.ts')
  expect(other.map((mark, index) => mark === old[index])).toEqual([false, false])
  expect(marks(nested.replace('Pending Questions', 'Open Questions'), 'x.ts')[0]).toBe(old[0])
})

test('a place at the very start of a section is in it', () => {
  const at = (text: string) => marks(text, '### B')[0]
  expect(at('## A\n### B\n')).not.toBe(at('## A\n### B C\n'))
})

test('blanks and what comes after 400 units do not count', () => {
  const place = (text: string) => fingerprints(readNotes(text), [finding(0, text.length)])[0]
  expect(place('a  b\n\n\nc')).toBe(place(' a b c '))
  expect(place(`${'x'.repeat(400)}y`)).toBe(place(`${'x'.repeat(400)}z`))
  expect(place(`${'x'.repeat(399)}y`)).not.toBe(place(`${'x'.repeat(399)}z`))
  const named = (name: string) => fingerprints(readNotes(TEXT), [finding(0, 0, { data: { name } })])[0]
  expect(named(`${'x'.repeat(400)}y`)).toBe(named(`${'x'.repeat(400)}z`))
})

test('the hash spreads: each half of it tells 20,000 short texts apart, and parts are not just joined', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => hash([String(index), 'x']))
  // Of so many, chance makes two equal in 32 bits once in twenty times.
  for (const half of [all.map(mark => mark.slice(0, 8)), all.map(mark => mark.slice(8))])
    expect(new Set(half).size).toBeGreaterThan(19_990)
  expect(hash(['ab', 'c'])).not.toBe(hash(['a', 'bc']))
})
